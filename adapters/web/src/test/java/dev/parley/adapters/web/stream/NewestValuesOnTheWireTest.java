package dev.parley.adapters.web.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.adapters.web.StreamServer;
import dev.parley.adapters.web.stream.SlowClient.Told;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// A dashboard with many viewers, of whom one reads 2 KB/s into a receive buffer of 4 KiB.
/// `-Dboard.viewers=1000 -Dboard.seconds=60 -Dboard.slow-to-the-end=true` for the long run.
@ParameterizedClass
@EnumSource(Outlets.class)
@Timeout(300)
class NewestValuesOnTheWireTest {

    private static final int VIEWERS = Integer.getInteger("board.viewers", 50);
    private static final int SECONDS = Integer.getInteger("board.seconds", 6);
    /// Otherwise it reads what was written to it at full speed once nothing more is said.
    private static final boolean SLOW_TO_THE_END = Boolean.getBoolean("board.slow-to-the-end");

    private static final int KEYS = 100;
    private static final int UPDATES_A_SECOND = 100;
    private static final int UPDATES = UPDATES_A_SECOND * SECONDS;
    private static final int BYTES_A_SECOND = 2_000;
    private static final String VALUE = "x".repeat(200);

    @Parameter
    private Outlets outlet;

    /// What one viewer has seen.
    private static final class Board {
        final Map<String, Long> shown = new HashMap<>();
        long seen;
        long superseded;
        long at;

        Board readTo(long head, SlowClient from) {
            try {
                while (at < head) {
                    take(from.next());
                }
                return this;
            } catch (IOException e) {
                throw new java.io.UncheckedIOException("at " + at, e);
            }
        }

        private void take(Told told) {
            if (told.event().equals("message")) {
                long seq = told.data().get("seq").asLong();
                assertThat(seq).isEqualTo(at + 1).isEqualTo(told.at());
                Long before = shown.put(told.data().get("key").asString(), seq);
                assertThat(seq).isGreaterThan(before == null ? 0 : before);
                seen++;
            } else if (told.event().equals("dropped")) {
                assertThat(told.data().get("reason").asString()).isEqualTo("superseded");
                assertThat(told.data().get("from").asLong()).isEqualTo(at + 1);
                assertThat(told.data().get("to").asLong()).isEqualTo(told.at());
                superseded += told.data().get("count").asLong();
            }
            at = Math.max(at, told.at());
        }
    }

    private static String key(int update) {
        return "key" + update * 37 % KEYS;
    }

    private static void update(StreamServer server, int number) {
        server.publish("board", "{\"key\":\"" + key(number) + "\",\"data\":\"" + VALUE + "\"}");
    }

    private static Map<String, Long> newest(int head) {
        Map<String, Long> newest = new HashMap<>();
        for (int i = 1; i <= head; i++) {
            newest.put(key(i), (long) i);
        }
        return newest;
    }

    /// A hundred a second, as long as it takes.
    private static void updateAll(StreamServer server) throws Exception {
        var told = new AtomicInteger();
        var all = new CompletableFuture<Void>();
        try (var timetable = Executors.newSingleThreadScheduledExecutor()) {
            timetable.scheduleAtFixedRate(
                    () -> {
                        try {
                            update(server, told.incrementAndGet());
                            if (told.get() == UPDATES) {
                                all.complete(null);
                                timetable.shutdown();
                            }
                        } catch (Throwable thrown) {
                            all.completeExceptionally(thrown);
                            throw thrown;
                        }
                    },
                    0,
                    1_000_000 / UPDATES_A_SECOND,
                    TimeUnit.MICROSECONDS);
            all.get(SECONDS * 4 + 30, TimeUnit.SECONDS);
        }
    }

    @Test
    void whoIsSlowEndsWithTheNewestValueOfEveryKeyAndNeverSeesAnOlderOne() throws Exception {
        try (var server = outlet.start()) {
            server.room("board", "\"overflow\":\"latest\"");
            String alice = server.token("alice");
            Queue<String> backwards = new ConcurrentLinkedQueue<>();
            try (var crowd = new Crowd(server.port(), "board", alice, 0);
                    SlowClient slow = outlet.open(server, alice, "board", null)) {
                for (int i = 0; i < VIEWERS; i++) {
                    var last = new AtomicLong();
                    crowd.join(0, "", 0, Crowd.ALL, seq -> {
                        if (last.getAndSet(seq) >= seq) {
                            backwards.add(last + " after " + seq);
                        }
                    });
                }
                await().atMost(Duration.ofSeconds(60))
                        .until(() -> crowd.readers().stream().allMatch(reader -> reader.greeted));
                slow.socket().pace(BYTES_A_SECOND);
                var board = CompletableFuture.supplyAsync(() -> new Board().readTo(UPDATES, slow));
                updateAll(server);
                if (!SLOW_TO_THE_END) {
                    slow.socket().pace(PacedSocket.ALL);
                }
                Board seen = board.get(120, TimeUnit.SECONDS);

                assertThat(seen.shown).isEqualTo(newest(UPDATES));
                assertThat(seen.seen + seen.superseded).isEqualTo(UPDATES);
                assertThat(seen.superseded).isGreaterThan(UPDATES / 4);
                await("those who keep up have it all")
                        .atMost(Duration.ofSeconds(60))
                        .until(() -> crowd.readers().stream().allMatch(reader -> reader.seq == UPDATES));
                assertThat(backwards).isEmpty();
            }
        }
    }

    /// All of it is read from the log.
    @Test
    void whoComesBackGetsTheNewestOfWhatHeMissed() throws Exception {
        int updates = 900;
        int keys = 10;
        try (var server = outlet.start()) {
            server.room("board", "\"overflow\":\"latest\"");
            for (int batch = 0; batch < updates; batch += 100) {
                server.keyed("board", batch + 1, 100, keys, "x".repeat(500));
            }
            String cursor = server.epoch("board") + ":1";
            try (SlowClient back = outlet.open(server, server.token("alice"), "board", cursor)) {
                var board = new Board();
                board.at = 1;
                board.readTo(updates, back);

                assertThat(board.seen + board.superseded).isEqualTo(updates - 1);
                assertThat(board.superseded).isGreaterThan(updates / 3);
                assertThat(board.shown).hasSize(keys);
                assertThat(board.shown.values()).allMatch(seq -> seq > updates - keys);
            }
        }
    }
}
