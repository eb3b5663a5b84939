package dev.parley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.access.spi.TokenIssuer;
import dev.parley.access.spi.TokenIssuer.Statement;
import dev.parley.contract.PrivatePostgres;
import dev.parley.contract.RawStream;
import dev.parley.contract.SseParser.Message;
import dev.parley.kernel.UserId;
import dev.parley.server.configuration.ConfigurationListener;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/// Streams that wait hold no connection to the database, nor the server when it stops. A store's pools are far smaller
/// than the streams are many.
@Timeout(240)
class QuietStreamsTest {

    private static final int STREAMS = 50;
    private static final int REPLAYED = 20;
    private static final int REQUESTS = 100;
    private static final Duration SOON = Duration.ofSeconds(30);

    /// Once a second somebody looks whether rules or heads have moved, for all streams together.
    private static final int LOOKS = 2;

    @TempDir
    private Path folder;

    private final HttpClient http = HttpClient.newHttpClient();

    private ConfigurableApplicationContext start(String... options) {
        var application = new SpringApplication(ServerConfiguration.class);
        application.addListeners(new ConfigurationListener(true));
        application.setRegisterShutdownHook(false);
        var all = new ArrayList<>(List.of(options));
        all.addAll(List.of("--server.port=0", "--parley.data=" + folder));
        return application.run(all.toArray(String[]::new));
    }

    @Test
    void fiftyOfThemLeaveSqliteAllItsConnections() throws Exception {
        try (var server = start("--parley.store=sqlite")) {
            check(server, () -> 0);
        }
    }

    @Test
    void fiftyOfThemLeavePostgresqlAllItsConnections() throws Exception {
        String database = PrivatePostgres.shared().freshDatabase();
        String user = PrivatePostgres.shared().user();
        try (var server = start(
                "--parley.store=postgres", "--parley.postgres.url=" + database, "--parley.postgres.user=" + user)) {
            check(server, () -> busySessions(database, user));
        }
    }

    @FunctionalInterface
    private interface Sessions {
        int busy() throws SQLException;
    }

    /// What the database itself says: sessions in a statement or in a transaction, this one excepted.
    private static int busySessions(String database, String user) throws SQLException {
        String url = "jdbc:" + database;
        try (var connection = DriverManager.getConnection(url, user, null);
                var statement = connection.createStatement();
                var rows = statement.executeQuery("select count(*) from pg_stat_activity where datname ="
                        + " current_database() and backend_type = 'client backend' and state <> 'idle'"
                        + " and pid <> pg_backend_pid()")) {
            rows.next();
            return rows.getInt(1);
        }
    }

    private void check(ConfigurableApplicationContext server, Sessions sessions) throws IOException {
        int port = Integer.parseInt(server.getEnvironment().getProperty("local.server.port"));
        var base = URI.create("http://127.0.0.1:" + port);
        var alice = new Statement(new UserId("alice"), null, false, Map.of(), Duration.ofMinutes(10));
        String token = server.getBean(TokenIssuer.class).issue(alice).token();
        var client = new TestClient(base, token);
        String epoch = "";
        for (int i = 1; i <= 2 * REPLAYED; i++) {
            epoch = client.publish("quiet", "m" + i).body().get("epoch").asString();
        }
        var streams = new ArrayList<RawStream>();
        try {
            for (int i = 0; i < STREAMS; i++) {
                String target = "/v1/rooms/quiet/events?after=" + epoch + ":" + REPLAYED;
                RawStream stream = RawStream.open(port, RawStream.get(target, "Authorization: Bearer " + token));
                assertThat(stream.status()).isEqualTo(200);
                streams.add(stream);
                assertThat(ids(stream, REPLAYED)).isEqualTo(range(REPLAYED + 1, 2 * REPLAYED));
            }
            awaitNoneBorrowed(base, sessions);
            for (int i = 1; i <= REQUESTS; i++) {
                assertThat(client.publish("quiet", "n" + i).status()).isEqualTo(201);
                assertThat(client.get("/v1/rooms/quiet/messages?limit=1").status())
                        .isEqualTo(200);
            }
            List<String> published = client.ids("quiet").subList(2 * REPLAYED, 2 * REPLAYED + REQUESTS);
            for (RawStream stream : streams) {
                assertThat(ids(stream, REQUESTS)).isEqualTo(published);
            }
            awaitNoneBorrowed(base, sessions);
            stopsWithout(streams, server);
        } finally {
            for (RawStream stream : streams) {
                stream.close();
            }
        }
    }

    /// They are sent away, each with the position of the last message, before the server is down.
    private static void stopsWithout(List<RawStream> streams, ConfigurableApplicationContext server)
            throws IOException {
        long begin = System.nanoTime();
        server.close();
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
        for (RawStream stream : streams) {
            Message last = stream.next(SOON);
            while (last != null && last.event().equals("caught-up")) {
                last = stream.next(SOON);
            }
            assertThat(last).isNotNull();
            assertThat(last.event()).isEqualTo("reconnect");
            assertThat(last.lastEventId()).endsWith(":" + (2 * REPLAYED + REQUESTS));
            assertThat(stream.next(SOON)).isNull();
            assertThat(stream.endedWell()).isTrue();
        }
    }

    private void awaitNoneBorrowed(URI base, Sessions sessions) {
        await().atMost(SOON).untilAsserted(() -> {
            assertThat(borrowed(base)).as("connections borrowed").isZero();
            assertThat(sessions.busy()).as("sessions at work").isZero();
        });
        await().atMost(SOON)
                .during(Duration.ofSeconds(2))
                .pollInterval(Duration.ofMillis(50))
                .untilAsserted(() -> assertThat(borrowed(base)).isLessThanOrEqualTo(LOOKS));
    }

    /// Over all pools, of which there is one at least.
    private int borrowed(URI base) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(base.resolve("/metrics")).build();
        List<String> lines = http.send(request, BodyHandlers.ofLines())
                .body()
                .filter(line -> line.startsWith("parley_store_connections_borrowed{"))
                .toList();
        assertThat(lines).isNotEmpty();
        return lines.stream()
                .mapToInt(line -> (int) Double.parseDouble(line.substring(line.indexOf('}') + 2)))
                .sum();
    }

    private static List<String> range(int from, int to) {
        var ids = new ArrayList<String>();
        for (int i = from; i <= to; i++) {
            ids.add("m" + i);
        }
        return ids;
    }

    /// The client message ids of the next messages.
    private static List<String> ids(RawStream stream, int count) throws IOException {
        var ids = new ArrayList<String>();
        while (ids.size() < count) {
            Message message = stream.next(SOON);
            assertThat(message).as("the stream goes on").isNotNull();
            if (message.event().equals("message")) {
                ids.add(TestClient.json(message.data()).get("clientMsgId").asString());
            }
        }
        return ids;
    }
}
