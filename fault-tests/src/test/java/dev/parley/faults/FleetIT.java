package dev.parley.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.contract.PrivateNats;
import dev.parley.contract.PrivatePostgres;
import dev.parley.contract.PrivateRedis;
import dev.parley.contract.ServerProcess;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Two servers over one PostgreSQL and one broker: what is published on one is read on the other, with the broker there
/// and without it. What fails in each mode over each broker is in [TortureIT].
class FleetIT {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /// Within it the heads are looked up in the log, whatever the bus does.
    private static final Duration WITHOUT_A_BUS = Duration.ofSeconds(2);

    /// Half of all events would be later if they were found in the log alone.
    private static final Duration OVER_THE_BUS = Duration.ofMillis(250);

    /// After a change was acknowledged, nobody is shown the message as it was.
    private static final Duration EDITED_OVER_THE_BUS = Duration.ofSeconds(1);

    private static final int TIMED = 30;

    private static final Pattern EPOCH = Pattern.compile("\"epoch\":\"([^\"]+)\"");

    @TempDir
    Path folder;

    private interface Broker extends AutoCloseable {

        List<String> options();

        void kill();

        void restart();

        @Override
        void close();
    }

    private static Broker nats() {
        PrivateNats nats = PrivateNats.start();
        return new Broker() {
            @Override
            public List<String> options() {
                return List.of("--parley.bus=nats", "--parley.nats.url=" + nats.url());
            }

            @Override
            public void kill() {
                nats.killHard();
            }

            @Override
            public void restart() {
                nats.restart();
            }

            @Override
            public void close() {
                nats.close();
            }
        };
    }

    private static Broker redis(String pubsub) {
        PrivateRedis redis = PrivateRedis.start();
        return new Broker() {
            @Override
            public List<String> options() {
                return List.of(
                        "--parley.bus=redis", "--parley.redis.url=" + redis.url(), "--parley.redis.pubsub=" + pubsub);
            }

            @Override
            public void kill() {
                redis.killHard();
            }

            @Override
            public void restart() {
                redis.restart();
            }

            @Override
            public void close() {
                redis.close();
            }
        };
    }

    private static Broker broker(String kind) {
        return switch (kind) {
            case "nats" -> nats();
            case "redis" -> redis("classic");
            default -> redis("sharded");
        };
    }

    /// The two servers and those who use them.
    private final class Fleet implements AutoCloseable {

        final PrivatePostgres postgres = PrivatePostgres.shared();
        final Client client = new Client(Duration.ofSeconds(10));
        final Broker broker;

        final ServerProcess writing;
        final ServerProcess reading;
        long published;

        Fleet(String mode, String kind) throws Exception {
            broker = broker(kind);
            List<String> more = new ArrayList<>(broker.options());
            more.add("--parley.fanout=" + mode);
            // The mode that asks who holds a room asks Redis.
            String shared = mode.equals("registry") ? "redis" : "sql";
            more.addAll(List.of("--parley.presence=" + shared, "--parley.nodes=" + shared));
            String[] options = Options.postgres(postgres.freshDatabase(), postgres.user(), more.toArray(String[]::new));
            writing = ServerProcess.launch(Files.createDirectory(folder.resolve("writing")), options);
            reading = ServerProcess.launch(Files.createDirectory(folder.resolve("reading")), options);
            writing.awaitReady();
            reading.awaitReady();
        }

        void publish() throws Exception {
            HttpResponse<String> answer = client.send(
                    writing.uri("/"),
                    "anna",
                    "POST",
                    "/v1/rooms/lobby/messages",
                    "{\"data\":{\"n\":" + ++published + "}}");
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        }

        void publish(int count) throws Exception {
            for (int i = 0; i < count; i++) {
                publish();
            }
        }

        /// It is an event like any other.
        void edit(long seq, String text) throws Exception {
            HttpResponse<String> answer = client.send(
                    writing.uri("/"),
                    "anna",
                    "PATCH",
                    "/v1/rooms/lobby/messages/" + seq,
                    "{\"data\":{\"text\":\"" + text + "\"}}");
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            published++;
        }

        /// On the server that did not take the change: in what is pulled from its tail, and in a replay.
        void awaitNewForm(long seq, String text, Duration within) throws Exception {
            Matcher epoch =
                    EPOCH.matcher(client.send(reading.uri("/"), "anna", "GET", "/v1/rooms/lobby/messages?limit=1", "")
                            .body());
            assertThat(epoch.find()).isTrue();
            String before = epoch.group(1) + ":" + (seq - 1);
            await().atMost(within)
                    .pollInterval(Duration.ofMillis(10))
                    .untilAsserted(() -> assertThat(client.send(
                                            reading.uri("/"),
                                            "anna",
                                            "GET",
                                            "/v1/rooms/lobby/messages?min=1&limit=1&after=" + before,
                                            "")
                                    .body())
                            .contains(text));
            try (var replay =
                    SseSubscription.open(reading.port(), "/v1/rooms/lobby/events", Tokens.of("anna"), before)) {
                Subscription.Told told = replay.next(PATIENCE);
                while (told != null && !Objects.toString(told.id(), "").endsWith(":" + seq)) {
                    told = replay.next(PATIENCE);
                }
                assertThat(told).isNotNull();
                assertThat(told.data()).contains(text);
            }
        }

        String readiness(ServerProcess server) throws Exception {
            HttpResponse<String> answer = client.send(server.uri("/"), "anna", "GET", "/readyz", "");
            assertThat(answer.statusCode()).isEqualTo(200);
            return answer.body();
        }

        void awaitReadiness(String words) {
            await().atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(50))
                    .untilAsserted(() -> assertThat(List.of(readiness(writing), readiness(reading)))
                            .allSatisfy(body -> assertThat(body).contains(words)));
        }

        @Override
        public void close() {
            try (broker;
                    client;
                    writing;
                    reading) {
                // Each is closed whatever becomes of the others.
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"rooms, nats", "sharded, redis-sharded", "registry, redis"})
    void whatIsPublishedOnOneServerIsReadOnTheOther(String mode, String kind) throws Exception {
        try (var fleet = new Fleet(mode, kind)) {
            fleet.publish();
            fleet.awaitReadiness("\"up\"");
            try (var reader = RoomReader.of(fleet.reading.port(), "lobby")) {
                reader.awaitHello(PATIENCE);
                Duration usual = usualDelay(fleet, reader);
                System.out.println(
                        mode + " over " + kind + ": usually heard " + usual.toMillis() + " ms after the answer");
                assertThat(usual).isLessThan(OVER_THE_BUS);
                fleet.publish(100);
                reader.awaitSeq(fleet.published, PATIENCE);
                fleet.edit(2, "by-bus");
                fleet.awaitNewForm(2, "by-bus", EDITED_OVER_THE_BUS);

                fleet.broker.kill();
                fleet.awaitReadiness("bus-disconnected");
                fleet.edit(2, "without-bus");
                fleet.awaitNewForm(2, "without-bus", WITHOUT_A_BUS);
                for (int i = 0; i < 3; i++) {
                    fleet.publish(20);
                    reader.awaitSeq(fleet.published, WITHOUT_A_BUS);
                }

                fleet.broker.restart();
                fleet.awaitReadiness("\"up\"");
                fleet.publish(50);
                reader.awaitSeq(fleet.published, WITHOUT_A_BUS);
                assertThat(usualDelay(fleet, reader)).isLessThan(OVER_THE_BUS);
                assertThat(reader.seqs())
                        .isEqualTo(LongStream.rangeClosed(2, fleet.published)
                                .boxed()
                                .toList());
                assertThat(reader.kinds()).containsOnly("hello", "caught-up", "message");
            }
        }
    }

    /// The median, from the answer to the writer until the reader has it.
    private static Duration usualDelay(Fleet fleet, RoomReader reader) throws Exception {
        List<Long> delays = new ArrayList<>();
        for (int i = 0; i < TIMED; i++) {
            fleet.publish();
            long answered = System.nanoTime();
            reader.awaitSeq(fleet.published, PATIENCE);
            delays.add(Math.max(0, reader.heardAt(fleet.published) - answered));
        }
        delays.sort(Long::compare);
        return Duration.ofNanos(delays.get(TIMED / 2));
    }
}
