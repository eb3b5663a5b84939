package dev.parley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.contract.PrivatePostgres;
import dev.parley.contract.RawStream;
import dev.parley.contract.ServerProcess;
import dev.parley.contract.ServerProcess.Outcome;
import dev.parley.contract.SseParser.Message;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// From the single box into a database, with real servers and a copy that is killed.
class MoveIT {

    private static final int BULK = 60_000;
    private static final Duration SOON = Duration.ofSeconds(20);

    /// A room large enough that a copy can be met half-way.
    private static final String FILL = """
            insert into room (id, title, keep_messages, keep_seconds, inbound_per_second, frozen, created_at)
            values ('bulk', '', 0, 0, 0, false, 1);
            insert into room_head
            values ('bulk', 'bulk0000', 0, 1, 1, 1, #rows, 1, #rows, 0, 0, 0, 0);
            insert into message (room, life, seq, sender, sender_name, client_msg_id, hash, type, tier, data, ref, ts,
                expires_at)
            with recursive n(i) as (select 1 union all select i + 1 from n where i < #rows)
            select 'bulk', 'bulk0000', i, 'bob', null, 'm' || i, i, 'text', 1, '{"n":' || i || '}', null, 1, null from n;
            """.replace("#rows", Integer.toString(BULK));

    @TempDir
    private Path folder;

    private final String database = PrivatePostgres.shared().freshDatabase();
    private final String user = PrivatePostgres.shared().user();

    private String[] copy() {
        return new String[] {"copy", "--from", "sqlite:./data", "--to", database, "--parley.postgres.user=" + user};
    }

    @Test
    void clientsGoOnAfterAMoveThatWasKilledHalfWay() throws Exception {
        String token = ServerProcess.call(folder, "token", "alice").out().strip();
        String cursor;
        try (var server = ServerProcess.start(folder, "run")) {
            var alice = new TestClient(server.uri("/"), token);
            alice.publish("lobby", "1");
            alice.publish("lobby", "2");
            cursor = hello(server.port(), token);
            alice.publish("lobby", "3");

            Outcome refused = ServerProcess.call(folder, copy());
            assertThat(refused.status()).isEqualTo(1);
            assertThat(refused.err().strip())
                    .startsWith("parley: ")
                    .contains("in use by another Parley server")
                    .doesNotContain("\n");
            server.terminate();
            server.awaitEnd();
        }
        execute("jdbc:sqlite:" + folder.resolve("data/parley.db"), FILL);

        killHalfWay();
        Outcome early = ServerProcess.call(folder, served("--server.port=0"));
        assertThat(early.status()).isEqualTo(1);
        assertThat(early.err()).contains("holds a copy that is not complete");

        Outcome copied = ServerProcess.call(folder, copy());
        assertThat(copied.status()).as(copied.err()).isZero();
        assertThat(copied.out()).contains("The copy goes on", "hold the same, row by row");
        assertThat(count()).isEqualTo(BULK + 3);
        Outcome old = ServerProcess.call(folder, "run", "--server.port=0");
        assertThat(old.status()).isEqualTo(1);
        assertThat(old.err()).contains("was moved to " + database);

        try (var server = ServerProcess.start(folder, served())) {
            goesOn(server, token, cursor);
            server.killHard();
            server.restart();
            assertThat(new TestClient(server.uri("/"), token)
                            .publish("lobby", "4")
                            .status())
                    .isEqualTo(200);
        }
    }

    private void goesOn(ServerProcess server, String token, String cursor) throws IOException {
        var alice = new TestClient(server.uri("/"), token);
        var repeated = alice.publish("lobby", "1");
        assertThat(repeated.status()).isEqualTo(200);
        assertThat(repeated.body().get("duplicate").asBoolean()).isTrue();
        assertThat(repeated.body().get("seq").asLong()).isEqualTo(1);
        assertThat(alice.publish("lobby", "4").body().get("seq").asLong()).isEqualTo(4);

        List<Message> heard = read(server.port(), token, cursor, "4");

        assertThat(heard).extracting(Message::event).doesNotContain("gap");
        assertThat(heard.stream()
                        .filter(message -> message.event().equals("message"))
                        .map(message -> TestClient.json(message.data())
                                .get("clientMsgId")
                                .asString()))
                .containsExactly("3", "4");
    }

    private void killHalfWay() throws SQLException {
        try (var copy = ServerProcess.launch(folder, copy())) {
            await().pollInterval(Duration.ofMillis(20))
                    .atMost(SOON)
                    .ignoreExceptions()
                    .until(() -> !copy.isAlive() || count() > 0);
            copy.killHard();
        }
        assertThat(count()).as("half-way").isBetween(1L, (long) BULK);
    }

    private String[] served(String... more) {
        List<String> options =
                new ArrayList<>(List.of("run", "--parley.store=postgres", "--parley.postgres.url=" + database));
        options.add("--parley.postgres.user=" + user);
        options.addAll(List.of(more));
        return options.toArray(String[]::new);
    }

    private long count() throws SQLException {
        try (var connection = DriverManager.getConnection("jdbc:" + database, user, "");
                var statement = connection.createStatement();
                var row = statement.executeQuery("select count(*) from message")) {
            row.next();
            return row.getLong(1);
        }
    }

    private static void execute(String url, String sql) throws SQLException {
        try (var connection = DriverManager.getConnection(url);
                var statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    private static RawStream stream(int port, String... headers) throws IOException {
        return RawStream.open(port, RawStream.get("/v1/rooms/lobby/events", headers));
    }

    /// The cursor of a stream that begins now.
    private static String hello(int port, String token) throws IOException {
        try (var stream = stream(port, "Authorization: Bearer " + token)) {
            Message hello = stream.next(SOON);
            assertThat(hello).isNotNull();
            assertThat(hello.event()).isEqualTo("hello");
            return hello.lastEventId();
        }
    }

    /// All that a stream brings, up to the event with this client message id.
    private static List<Message> read(int port, String token, String cursor, String id) throws IOException {
        try (var stream = stream(port, "Authorization: Bearer " + token, "Last-Event-ID: " + cursor)) {
            List<Message> heard = new ArrayList<>();
            while (heard.isEmpty() || !heard.getLast().data().contains("\"clientMsgId\":\"" + id + "\"")) {
                Message next = stream.next(SOON);
                assertThat(next).as("the stream goes on after " + heard).isNotNull();
                heard.add(next);
            }
            return heard;
        }
    }
}
