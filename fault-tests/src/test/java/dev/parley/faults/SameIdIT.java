package dev.parley.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.contract.PrivatePostgres;
import dev.parley.contract.ServerProcess;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Many tries of one message at the same moment, on every store, and again after all that may have happened
/// since.
class SameIdIT {

    private static final int TRIES = 50;
    private static final Message MESSAGE =
            new Message("lobby", "alice", "the-one", "{\"text\":\"Hello\",\"as\":[1.0,\"\\u00e9\"]}");
    private static final Duration SWEPT_WITHIN = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    private final Client client = new Client(Duration.ofSeconds(30));

    /// A database that can be looked into.
    private interface Database {
        Connection connect() throws SQLException;
    }

    @Test
    void inMemory() throws Exception {
        try (var server = ServerProcess.start(folder, Options.memory())) {
            URI uri = server.uri("/");
            JsonNode event = firstTries(List.of(uri));
            otherContentIsRefused(uri, event);
            letItBeTrimmed(uri, event);
            furtherTries(List.of(uri), event);
            otherContentIsRefused(uri, event);
        }
    }

    @Test
    void onSqlite() throws Exception {
        try (var server = ServerProcess.start(folder, Options.sqlite())) {
            onDurableStore(server, () -> DriverManager.getConnection("jdbc:sqlite:" + SqliteScene.file(folder)));
        }
    }

    @Test
    void onPostgres() throws Exception {
        PrivatePostgres postgres = PrivatePostgres.shared();
        String database = postgres.freshDatabase();
        try (var server = ServerProcess.start(folder, Options.postgres(database, postgres.user()))) {
            onDurableStore(server, () -> StoredLog.connect(database, postgres.user()));
        }
    }

    @Test
    void throughTwoServers() throws Exception {
        PrivatePostgres postgres = PrivatePostgres.shared();
        String database = postgres.freshDatabase();
        String[] options = Options.postgres(database, postgres.user(), "--parley.accept-shared-store=true");
        try (var first = ServerProcess.start(Files.createDirectory(folder.resolve("first")), options);
                var second = ServerProcess.start(Files.createDirectory(folder.resolve("second")), options)) {
            List<URI> both = List.of(first.uri("/"), second.uri("/"));
            JsonNode event = firstTries(both);
            assertThat(rows(() -> StoredLog.connect(database, postgres.user()), "message"))
                    .isOne();
            furtherTries(both, event);
            otherContentIsRefused(both.getFirst(), event);
            otherContentIsRefused(both.getLast(), event);
        }
    }

    private void onDurableStore(ServerProcess server, Database database) throws Exception {
        URI uri = server.uri("/");
        JsonNode event = firstTries(List.of(uri));
        assertThat(rows(database, "message")).isOne();
        otherContentIsRefused(uri, event);

        server.killHard();
        server.restart();
        furtherTries(List.of(uri), event);
        assertThat(rows(database, "message")).isOne();

        letItBeTrimmed(uri, event);
        assertThat(rows(database, "message")).isZero();
        assertThat(rows(database, "dedupe")).isOne();
        furtherTries(List.of(uri), event);
        otherContentIsRefused(uri, event);

        server.killHard();
        server.restart();
        furtherTries(List.of(uri), event);
        assertThat(rows(database, "message")).isZero();
    }

    /// One event is made, and all are told of it.
    private JsonNode firstTries(List<URI> servers) throws Exception {
        List<HttpResponse<String>> answers = tryAtOnce(servers);

        assertThat(answers).filteredOn(answer -> answer.statusCode() == 201).hasSize(1);
        assertThat(answers).filteredOn(answer -> answer.statusCode() == 200).hasSize(TRIES - 1);
        assertThat(answers).filteredOn(answer -> !duplicate(answer)).hasSize(1);
        assertThat(answers.stream().map(SameIdIT::event).distinct()).hasSize(1);
        JsonNode event = event(answers.getFirst());
        assertThat(event.path("clientMsgId").asString()).isEqualTo(MESSAGE.clientMsgId());
        assertThat(answers).allMatch(answer -> answer.body().contains("\"data\":" + MESSAGE.data()));
        return event;
    }

    /// All are told of the event that was made then.
    private void furtherTries(List<URI> servers, JsonNode event) throws Exception {
        List<HttpResponse<String>> answers = tryAtOnce(servers);

        assertThat(answers).allMatch(answer -> answer.statusCode() == 200 && duplicate(answer));
        assertThat(answers.stream().map(SameIdIT::event).distinct()).containsExactly(event);
    }

    private void otherContentIsRefused(URI server, JsonNode event) throws Exception {
        var other = new Message(MESSAGE.room(), MESSAGE.sender(), MESSAGE.clientMsgId(), "{\"text\":\"Goodbye\"}");
        HttpResponse<String> answer = client.exchange(server, other);

        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(Client.json(answer).path("code").asString()).isEqualTo("idempotency-mismatch");
        assertThat(Client.json(answer).path("seq").asLong())
                .isEqualTo(event.path("seq").asLong());
    }

    /// Keeps so little that the event has to go, and waits until it is gone.
    private void letItBeTrimmed(URI server, JsonNode event) throws Exception {
        HttpResponse<String> kept =
                client.send(server, "alice", "PATCH", "/v1/rooms/lobby", "{\"retention\":{\"messages\":5}}");
        assertThat(kept.statusCode()).as(kept.body()).isEqualTo(200);
        for (int i = 0; i < 20; i++) {
            var filler = new Message("lobby", "alice", "filler-" + i, "{\"n\":" + i + "}");
            assertThat(client.exchange(server, filler).statusCode()).isEqualTo(201);
        }
        await().atMost(SWEPT_WITHIN)
                .until(() -> first(server) > event.path("seq").asLong());
    }

    private long first(URI server) throws Exception {
        return Client.json(client.send(server, "alice", "GET", "/v1/rooms/lobby", ""))
                .path("first")
                .asLong();
    }

    private List<HttpResponse<String>> tryAtOnce(List<URI> servers) throws Exception {
        var gate = new CyclicBarrier(TRIES);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var tries = new ArrayList<Callable<HttpResponse<String>>>();
            for (int i = 0; i < TRIES; i++) {
                URI server = servers.get(i % servers.size());
                tries.add(() -> {
                    gate.await();
                    return client.exchange(server, MESSAGE);
                });
            }
            var answers = new ArrayList<HttpResponse<String>>();
            for (Future<HttpResponse<String>> each : threads.invokeAll(tries)) {
                answers.add(each.get());
            }
            return answers;
        }
    }

    private static boolean duplicate(HttpResponse<String> answer) {
        return Client.json(answer).path("duplicate").asBoolean(false);
    }

    /// The answer without the mark.
    private static JsonNode event(HttpResponse<String> answer) {
        var event = (ObjectNode) Client.json(answer);
        event.remove("duplicate");
        return event;
    }

    private static int rows(Database database, String table) throws SQLException {
        String query = "select count(*) from " + table + " where room = ? and sender = ? and client_msg_id = ?";
        try (var connection = database.connect();
                var statement = connection.prepareStatement(query)) {
            statement.setString(1, MESSAGE.room());
            statement.setString(2, MESSAGE.sender());
            statement.setString(3, MESSAGE.clientMsgId());
            try (var result = statement.executeQuery()) {
                result.next();
                return result.getInt(1);
            }
        }
    }
}
