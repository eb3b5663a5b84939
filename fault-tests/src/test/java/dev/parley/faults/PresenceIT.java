package dev.parley.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.contract.PrivateNats;
import dev.parley.contract.PrivatePostgres;
import dev.parley.contract.PrivateRedis;
import dev.parley.contract.RawStream;
import dev.parley.contract.ServerProcess;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Two servers that share presence, and what becomes of those who are connected when a server dies or stands still and
/// when Redis forgets or hangs. What happened is read from the table of the lifecycle log.
class PresenceIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final boolean LONG = Boolean.getBoolean("parley.faults.long");
    private static final int SESSIONS = LONG ? 1_000 : 200;

    /// Each with five tabs.
    private static final int USERS = LONG ? 200 : 40;

    private static final int TABS = 5;

    /// Two seconds, and what a busy machine adds. Who had to find out by itself would need up to ten.
    private static final Duration TAKEN_OVER = Duration.ofSeconds(4);

    /// A node's lease, how often it renews it, and how long a session counts as present afterwards.
    private static final Duration LEASE = Duration.ofSeconds(15);
    private static final Duration HEARTBEAT = Duration.ofSeconds(5);
    private static final Duration GRACE = Duration.ofSeconds(10);

    /// For a second's pause between two sweeps and a busy machine.
    private static final Duration SWEEPS = Duration.ofSeconds(5);

    @TempDir
    Path folder;

    /// What the lifecycle log says of one coming or going.
    private record Told(String kind, String user, String cause, long ts) {}

    private final class Fleet implements AutoCloseable {

        final PrivatePostgres postgres = PrivatePostgres.shared();
        final PrivateNats nats = PrivateNats.start();
        final PrivateRedis redis = PrivateRedis.start();
        final String database = postgres.freshDatabase();
        final Client client = new Client(Duration.ofSeconds(10));
        final List<RoomReader> readers = new ArrayList<>();
        final ServerProcess one;
        final ServerProcess other;
        int published;

        Fleet(String registry) throws IOException {
            String[] options = Options.postgres(
                    database,
                    postgres.user(),
                    "--parley.stage=rooms",
                    "--parley.nats.url=" + nats.url(),
                    "--parley.redis.url=" + redis.url(),
                    "--parley.presence=" + registry,
                    "--parley.nodes=" + registry);
            one = ServerProcess.launch(Files.createDirectory(folder.resolve("one")), options);
            other = ServerProcess.launch(Files.createDirectory(folder.resolve("other")), options);
            one.awaitReady();
            other.awaitReady();
        }

        /// @return how long the answer took
        Duration publish(ServerProcess server) throws Exception {
            long begun = System.nanoTime();
            HttpResponse<String> answer = client.send(
                    server.uri("/"),
                    "anna",
                    "POST",
                    "/v1/rooms/lobby/messages",
                    "{\"data\":{\"n\":" + ++published + "}}");
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
            return Duration.ofNanos(System.nanoTime() - begun);
        }

        void connect(ServerProcess server, int from, int to) throws Exception {
            publish(server);
            for (int i = from; i < to; i++) {
                readers.add(RoomReader.of(server.port(), "lobby", "user" + i));
            }
        }

        /// Opens its session within a minute, on whichever server.
        String ticket(String user) throws Exception {
            HttpResponse<String> answer =
                    client.send(one.uri("/"), user, "POST", "/v1/stream-tickets", "{\"rooms\":[\"lobby\"]}");
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            return Client.json(answer).path("ticket").asString();
        }

        void awaitTold(String kind, int count) {
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(told(kind)).hasSize(count));
        }

        void awaitPresent(int users) {
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(present()).isEqualTo(users));
        }

        int present() throws Exception {
            HttpResponse<String> answer = client.send(other.uri("/"), "anna", "GET", "/v1/rooms/lobby/occupancy", "");
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            return Client.json(answer).path("users").asInt(-1);
        }

        String readiness(ServerProcess server) throws Exception {
            HttpResponse<String> answer = client.send(server.uri("/"), "anna", "GET", "/readyz", "");
            assertThat(answer.statusCode()).isEqualTo(200);
            return answer.body();
        }

        void awaitReadiness(String words) {
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(readiness(other)).contains(words));
        }

        List<Told> told(String kind) throws SQLException {
            var found = new ArrayList<Told>();
            try (var connection = connection();
                    var query = connection.prepareStatement(
                            "select kind, user_id, cause, ts from lifecycle where kind = ? order by pos")) {
                query.setString(1, kind);
                try (var rows = query.executeQuery()) {
                    while (rows.next()) {
                        found.add(new Told(rows.getString(1), rows.getString(2), rows.getString(3), rows.getLong(4)));
                    }
                }
            }
            return found;
        }

        /// Who is in the registry of the database, each as `session of user`, without any grace.
        Set<String> registered() throws SQLException {
            var found = new TreeSet<String>();
            try (var connection = connection();
                    var query = connection.prepareStatement(
                            "select session_id, user_id from session where leaves_at is null");
                    var rows = query.executeQuery()) {
                while (rows.next()) {
                    found.add(rows.getString(1) + " of " + rows.getString(2));
                }
            }
            return found;
        }

        private Connection connection() throws SQLException {
            return DriverManager.getConnection("jdbc:" + database, postgres.user(), "");
        }

        @Override
        public void close() throws Exception {
            try (nats;
                    redis;
                    client;
                    one;
                    other) {
                for (RoomReader reader : readers) {
                    reader.close();
                }
            }
        }
    }

    static Stream<String> registries() {
        return LONG ? Stream.of("redis", "sql") : Stream.of("redis");
    }

    @ParameterizedTest
    @MethodSource("registries")
    void whoWasOnAServerThatIsKilledLeavesOnceAfterItsLeaseAndTheGraceAndNotBefore(String registry) throws Exception {
        try (var fleet = new Fleet(registry)) {
            fleet.connect(fleet.one, 0, SESSIONS);
            fleet.connect(fleet.other, SESSIONS, SESSIONS + 1);
            fleet.awaitPresent(SESSIONS + 1);
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(fleet.told("online")).hasSize(SESSIONS + 1));

            long killed = System.currentTimeMillis();
            fleet.one.killHard();

            fleet.awaitPresent(1);
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(fleet.told("offline")).hasSize(SESSIONS));
            List<Told> gone = fleet.told("offline");
            assertThat(gone.stream().map(Told::user).distinct())
                    .hasSize(SESSIONS)
                    .doesNotContain("user" + SESSIONS);
            assertThat(gone).allMatch(told -> told.cause().equals("lease-expired"));
            long first = gone.getFirst().ts() - killed;
            long last = gone.getLast().ts() - killed;
            System.out.println(registry + ": gone from " + first + " to " + last + " ms after the kill");
            assertThat(first)
                    .isGreaterThanOrEqualTo(LEASE.minus(HEARTBEAT).plus(GRACE).toMillis() - 500);
            assertThat(last).isLessThan(LEASE.plus(GRACE).plus(SWEEPS).toMillis());
            assertThat(fleet.told("vacated")).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("registries")
    void tabsOnTwoServersThatCloseInAnyOrderAreOneGoingOfTheirUser(String registry) throws Exception {
        try (var fleet = new Fleet(registry)) {
            var random = Seed.of("tabs");
            fleet.connect(fleet.other, 0, 1);
            fleet.awaitPresent(1);
            List<RoomReader> tabs = new ArrayList<>();
            for (int i = 0; i < USERS * TABS; i++) {
                ServerProcess server = i % 2 == 0 ? fleet.one : fleet.other;
                tabs.add(RoomReader.of(server.port(), "lobby", "tabs" + i / TABS));
            }
            fleet.readers.addAll(tabs);
            fleet.awaitPresent(USERS + 1);
            fleet.awaitTold("online", USERS + 1);
            for (int i = tabs.size(); i > 0; i--) {
                Pace.upTo(Duration.ofMillis(10), random);
                tabs.remove(random.nextInt(i)).close();
            }

            fleet.awaitTold("offline", USERS);
            assertThat(fleet.present()).isEqualTo(1);
            assertThat(fleet.told("vacated")).isEmpty();
            fleet.readers.getFirst().close();
            fleet.awaitTold("vacated", 1);

            assertThat(fleet.told("online").stream().map(Told::user))
                    .hasSize(USERS + 1)
                    .doesNotHaveDuplicates();
            assertThat(fleet.told("offline").stream().map(Told::user))
                    .hasSize(USERS + 1)
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void aSessionThatIsUsedOnAnotherServerClosesItsOlderConnection() throws Exception {
        try (var fleet = new Fleet("redis")) {
            fleet.publish(fleet.one);
            fleet.awaitReadiness("\"up\"");
            var newer = new ArrayList<RawStream>();
            try {
                var took = new ArrayList<Duration>();
                for (int i = 0; i < 8; i++) {
                    took.add(takeOver(fleet, i, newer));
                }
                System.out.println("older connections ended after " + took);
                assertThat(took).allMatch(each -> each.compareTo(TAKEN_OVER) < 0);
                assertThat(fleet.told("offline")).isEmpty();
            } finally {
                for (RawStream stream : newer) {
                    stream.close();
                }
            }
        }
    }

    /// @return how long the older connection was told nothing of the newer one
    private static Duration takeOver(Fleet fleet, int number, List<RawStream> newer) throws Exception {
        String target = "/v1/rooms/lobby/events?ticket=" + fleet.ticket("user" + number);
        String request = RawStream.get(target, "Accept: text/event-stream");
        try (var older = RawStream.open(fleet.one.port(), request)) {
            fleet.awaitPresent(number + 1);
            long begun = System.nanoTime();
            newer.add(RawStream.open(fleet.other.port(), request));
            while (older.next(PATIENCE) != null) {
                assertThat(System.nanoTime() - begun).isLessThan(PATIENCE.toNanos());
            }
            return Duration.ofNanos(System.nanoTime() - begun);
        }
    }

    @Test
    void whenRedisIsFlushedEverybodyIsRegisteredAgainAndNobodyHasLeft() throws Exception {
        try (var fleet = new Fleet("redis")) {
            fleet.connect(fleet.one, 0, 100);
            fleet.connect(fleet.other, 100, SESSIONS);
            fleet.awaitPresent(SESSIONS);

            fleet.redis.call("FLUSHALL");

            fleet.awaitPresent(SESSIONS);
            // Longer than a lease and a grace: who had been taken for gone would leave.
            await().atMost(PATIENCE)
                    .during(LEASE.plus(GRACE).plus(SWEEPS))
                    .pollInterval(Duration.ofSeconds(1))
                    .untilAsserted(() -> {
                        assertThat(fleet.told("offline")).isEmpty();
                        assertThat(fleet.present()).isEqualTo(SESSIONS);
                    });
            assertThat(fleet.told("online")).hasSize(SESSIONS);
        }
    }

    @Test
    void aRedisThatHangsIsNotFeltByWhoPublishes() throws Exception {
        try (var fleet = new Fleet("redis")) {
            fleet.connect(fleet.other, 0, 20);
            fleet.awaitPresent(20);
            fleet.awaitReadiness("\"up\"");
            Duration usual = slowest(fleet);

            fleet.redis.pause();
            fleet.awaitReadiness("presence-unavailable");
            fleet.awaitReadiness("\"degraded\"");
            Duration hanging = slowest(fleet);
            fleet.redis.resume();

            fleet.awaitReadiness("\"up\"");
            System.out.println("p99 of publishing: " + usual.toMillis() + " ms, with a Redis that hangs "
                    + hanging.toMillis() + " ms");
            // Waiting for Redis would take a second.
            assertThat(hanging).isLessThan(usual.plusMillis(500));
            fleet.awaitPresent(20);
            assertThat(fleet.told("offline")).isEmpty();
        }
    }

    @Test
    void aServerStartsWithoutRedisAndRegistersItsSessionsOnceThatIsThere() throws Exception {
        try (var fleet = new Fleet("redis")) {
            fleet.redis.killHard();
            fleet.one.killHard();
            fleet.one.restart();
            fleet.connect(fleet.one, 0, 10);
            assertThat(fleet.readiness(fleet.one)).contains("lease-not-renewed");

            fleet.redis.restart();

            fleet.awaitPresent(10);
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(fleet.readiness(fleet.one)).contains("\"up\""));
        }
    }

    /// All but one of a hundred are as quick or quicker.
    private static Duration slowest(Fleet fleet) throws Exception {
        List<Duration> all = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            all.add(fleet.publish(fleet.other));
        }
        return all.stream().sorted().skip(197).findFirst().orElseThrow();
    }

    @Test
    @EnabledIfSystemProperty(named = "parley.faults.long", matches = "true")
    void aServerThatStoodStillHasItsSessionsAgainUnderTheirIds() throws Exception {
        try (var fleet = new Fleet("sql")) {
            fleet.connect(fleet.one, 0, 50);
            fleet.connect(fleet.other, 50, 51);
            fleet.awaitPresent(51);
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(fleet.registered()).hasSize(51));
            Set<String> before = fleet.registered();

            fleet.one.pause();
            long paused = System.nanoTime();
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(fleet.registered()).hasSize(1));
            await().atMost(PATIENCE)
                    .until(() ->
                            System.nanoTime() - paused > LEASE.plusSeconds(5).toNanos());
            fleet.one.resume();

            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(fleet.registered()).isEqualTo(before));
            fleet.awaitPresent(51);
            assertThat(online(fleet)).isEqualTo(51);
        }
    }

    /// Of how many the log says last that they are there.
    private static long online(Fleet fleet) throws SQLException {
        Set<String> users = new TreeSet<>();
        try (var connection = fleet.connection();
                var query = connection.prepareStatement(
                        "select user_id, kind from lifecycle where user_id is not null and kind in ('online', 'offline')"
                                + " order by pos");
                var rows = query.executeQuery()) {
            while (rows.next()) {
                if (rows.getString(2).equals("online")) {
                    users.add(rows.getString(1));
                } else {
                    users.remove(rows.getString(1));
                }
            }
        }
        return users.size();
    }
}
