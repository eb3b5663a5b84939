package dev.parley.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.contract.ServerProcess;
import dev.parley.faults.RawHttp.Reply;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Clients that are slow, huge or malformed, against a whole server.
class SlowClientsIT {

    private static final String MESSAGES = "/v1/rooms/lobby/messages";
    private static final String BATCH = MESSAGES + "/batch";
    private static final Duration SECOND = Duration.ofSeconds(1);
    /// A head, and likewise a body, has ten seconds; the rest is for a busy machine.
    private static final Duration TEN_SECONDS = Duration.ofSeconds(9);
    private static final Duration CUT_OFF_WITHIN = Duration.ofSeconds(13);

    private static final int SLOW = 500;
    private static final int WRITERS = 4;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /// Of the publishes beside the slow ones, whatever it was without them.
    private static final Duration P99_AT_MOST = Duration.ofMillis(250);
    /// On a machine that is slow anyhow.
    private static final int P99_TIMES_AT_MOST = 3;

    @TempDir
    static Path folder;

    private static ServerProcess server;

    @BeforeAll
    static void start() {
        server = ServerProcess.start(folder, Options.sqlite());
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    @Test
    void aBodyAnnouncedAsHugeIsRefusedAtOnce() throws Exception {
        Reply reply = slowly(RawHttp.head(MESSAGES, "Content-Length: 1000000000\r\n") + "{", "1", SECOND);

        assertThat(reply.status()).isEqualTo(413);
        assertThat(reply.hasCode("payload-too-large")).isTrue();
        assertThat(reply.closed()).isTrue();
        assertThat(reply.after()).isLessThan(Duration.ofSeconds(5));
    }

    @Test
    void aBodyThatTricklesInIsGivenUpAfterTenSeconds() throws Exception {
        Reply reply = slowly(RawHttp.head(MESSAGES, "Transfer-Encoding: chunked\r\n"), "1\r\n1\r\n", SECOND);

        assertThat(reply.status()).isEqualTo(408);
        assertThat(reply.hasCode("request-timeout")).isTrue();
        assertThat(reply.closed()).isTrue();
        assertThat(reply.after()).isBetween(TEN_SECONDS, CUT_OFF_WITHIN);
    }

    @Test
    void headsThatTrickleInAreCutOffAndDisturbNobody() throws Exception {
        // The first publishes of a new server are slow, whoever else is there.
        publishFor(Duration.ofSeconds(3));
        Duration alone = p99(publishFor(Duration.ofSeconds(4)));
        List<Reply> slow = new ArrayList<>();
        History beside;
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var running = new ArrayList<Future<Reply>>();
            for (int i = 0; i < SLOW; i++) {
                Callable<Reply> trickle =
                        () -> slowly("POST " + MESSAGES + " HTTP/1.1\r\nX-Slow: ", "x", SECOND.multipliedBy(2));
                running.add(threads.submit(trickle));
            }
            beside = publishFor(TEN_SECONDS);
            for (Future<Reply> each : running) {
                slow.add(each.get());
            }
        }
        Duration p99 = p99(beside);
        System.out.println("p99 alone " + alone.toMillis() + " ms, beside " + SLOW + " slow heads " + p99.toMillis()
                + " ms; " + beside);

        // Counted, so that a failure does not print them all.
        assertThat(slow.stream().filter(reply -> !reply.closed()).count()).isZero();
        assertThat(slow.stream().map(Reply::after).min(Comparator.naturalOrder()))
                .get()
                .matches(first -> first.compareTo(TEN_SECONDS) > 0);
        assertThat(slow.stream().map(Reply::after).max(Comparator.naturalOrder()))
                .get()
                .matches(last -> last.compareTo(CUT_OFF_WITHIN) < 0);
        assertThat(beside.unknown()).isZero();
        Duration scaled = alone.multipliedBy(P99_TIMES_AT_MOST);
        assertThat(p99).isLessThan(scaled.compareTo(P99_AT_MOST) > 0 ? scaled : P99_AT_MOST);
    }

    @Test
    void aMessageOfTenMegabytesIsRefused() throws Exception {
        String huge = "{\"data\":\"" + "x".repeat(10_000_000) + "\"}";

        Reply reply = RawHttp.exchange(server.port(), MESSAGES, huge);

        assertThat(reply.status()).isEqualTo(413);
        assertThat(reply.hasCode("payload-too-large")).isTrue();
    }

    /// A single message's body is at most 64 KiB, so the deepest that gets as far as the parser comes in a
    /// batch, where it is refused alone.
    @ParameterizedTest
    @CsvSource({
        "100000, true, 200, invalid-body",
        "30000, false, 400, invalid-body",
        "100000, false, 413, payload-too-large"
    })
    void deepNestingIsRefused(int depth, boolean batch, int status, String code) throws Exception {
        String message = "{\"data\":" + "[".repeat(depth) + "]".repeat(depth) + "}";
        String body = batch ? "{\"messages\":[" + message + "]}" : message;

        Reply reply = RawHttp.exchange(server.port(), batch ? BATCH : MESSAGES, body);

        assertThat(reply.status()).as(reply.text()).isEqualTo(status);
        assertThat(reply.hasCode(code)).as(reply.text()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", "%2A", "a%20b", "a+b", "%2e%2e", "..", ".", "%00", "%2Fetc", "r%C3%A4um"})
    void aRoomIdThatIsNoneIsRefused(String room) throws Exception {
        Reply reply = RawHttp.exchange(server.port(), "/v1/rooms/" + room + "/messages", "{\"data\":1}");

        assertThat(reply.status()).as(reply.text()).isEqualTo(400);
        assertThat(reply.hasCode("invalid-id")).as(reply.text()).isTrue();
    }

    @Test
    void aRoomIdOfThreeHundredCharactersIsRefused() throws Exception {
        aRoomIdThatIsNoneIsRefused("x".repeat(300));
    }

    @Test
    void aSpaceInTheRequestLineIsNotHttp() throws Exception {
        Reply reply = RawHttp.exchange(server.port(), "/v1/rooms/a b/messages", "{\"data\":1}");

        assertThat(reply.status()).as(reply.text()).isEqualTo(400);
        assertThat(reply.hasCode("bad-request")).as(reply.text()).isTrue();
    }

    private static Reply slowly(String begin, String drop, Duration pause) throws IOException {
        try (var connection = new RawHttp(server.port())) {
            connection.say(begin);
            return connection.drip(drop, pause, PATIENCE);
        }
    }

    private static History publishFor(Duration time) {
        var history = new History();
        var plan = new Writers.Plan(
                "s" + System.nanoTime(),
                WRITERS,
                List.of(server.uri("/")),
                List.of("healthy"),
                Duration.ofMillis(5),
                Duration.ofSeconds(15),
                1);
        try (var writers = Writers.start(plan, history)) {
            Pace.until(System.nanoTime() + time.toNanos());
            writers.finish(PATIENCE);
        }
        return history;
    }

    private static Duration p99(History history) {
        List<Duration> latencies = history.latencies();
        return latencies.get(latencies.size() * 99 / 100);
    }
}
