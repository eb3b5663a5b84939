package dev.parley.adapters.web.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.adapters.web.StreamCounts;
import dev.parley.adapters.web.StreamServer;
import dev.parley.delivery.DeliveryBudget;
import dev.parley.delivery.Streams;
import dev.parley.delivery.Tails;
import io.netty.buffer.PooledByteBufAllocator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// Many readers that are slow, stop, or come all at once. `-Dcrowd.readers=10000 -Dcrowd.burst=2000
/// -Dcrowd.seconds=10` for the long run.
@ParameterizedClass
@EnumSource(Way.class)
@Timeout(600)
class CrowdsTest {

    private static final int READERS = Integer.getInteger("crowd.readers", 1_000);
    private static final int BURST = Integer.getInteger("crowd.burst", 500);
    /// On an idle machine 10 s.
    private static final Duration SOON = Duration.ofSeconds(Integer.getInteger("crowd.seconds", 30));

    private static final int SMALL_BUFFER = 4 << 10;
    private static final int BYTES_A_SECOND = 1_000;
    /// The connection's bound, and the largest buffer that one write may have.
    private static final long MOST_PINNED = (64 << 10) + (48 << 10);

    @Parameter
    private Way way;

    private static void awaitAll(List<CrowdReader> readers, String what, Predicate<CrowdReader> such) {
        await(what).atMost(Duration.ofSeconds(120)).until(() -> readers.stream().allMatch(such));
    }

    private static void areComplete(List<CrowdReader> readers, long head) {
        await("all have everything")
                .atMost(Duration.ofSeconds(120))
                .untilAsserted(() -> assertThat(readers.stream()
                                .filter(reader -> reader.seq < head)
                                .count())
                        .isZero());
        assertThat(readers.stream().filter(reader -> !reader.wrong.isEmpty()).map(reader -> reader.wrong))
                .isEmpty();
    }

    private static DeliveryBudget budget(StreamServer server) {
        return server.bean(Tails.class).budget();
    }

    private static long directMemory() {
        return PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory();
    }

    @Test
    void thoseWhoStopAreClosedAndThoseWhoReadSlowlyAreNotAndAllAreComplete() throws Exception {
        int messages = 300;
        try (var server = way.start()) {
            server.room("slow", "");
            String token = server.token("alice");
            try (var crowd = new Crowd(server.port(), "slow", token, BYTES_A_SECOND)) {
                List<CrowdReader> stalled = new ArrayList<>();
                List<CrowdReader> slow = new ArrayList<>();
                for (int i = 0; i < READERS; i++) {
                    CrowdReader reader = crowd.join(0, "", SMALL_BUFFER, 2_000, _ -> {});
                    reader.slow = i % 10 != 0;
                    (reader.slow ? slow : stalled).add(reader);
                }
                awaitAll(crowd.readers(), "all are there", reader -> reader.greeted);
                for (int i = 0; i < messages / 50; i++) {
                    server.batch("slow", 50, "\"" + "x".repeat(1_000) + "\"");
                }
                await("the stalled are closed")
                        .atMost(Duration.ofSeconds(60))
                        .until(() -> server.bean(Streams.class).size() <= slow.size());
                long then = directMemory();
                awaitAll(slow, "the slow read on", reader -> reader.seq >= 20);
                assertThat(directMemory() - then).as("grown since").isLessThanOrEqualTo(4 << 20);
                assertThat(server.bean(Streams.class).size())
                        .as("who reads slowly is not closed")
                        .isEqualTo(slow.size());
                assertThat(server.bean(StreamCounts.class).stalled.get()).isEqualTo(stalled.size());
                assertThat(budget(server).mostOfAConnection()).isBetween(1L, MOST_PINNED);

                List<CrowdReader> back = new ArrayList<>();
                stalled.forEach(reader -> back.add(crowd.join(reader.seq, reader.cursor, 0, Crowd.ALL, _ -> {})));
                slow.forEach(reader -> reader.allowance = Crowd.ALL);
                areComplete(back, messages);
                areComplete(slow, messages);
                await("nothing is pinned").until(() -> budget(server).pinned() == 0);
            }
        }
    }

    @Test
    void aBurstOfLargeMessagesIsLostByNobodyAndNobodyPinsMuch() throws Exception {
        int messages = 504;
        try (var server = way.start()) {
            server.room("burst", "");
            try (var crowd = new Crowd(server.port(), "burst", server.token("alice"), 0)) {
                for (int i = 0; i < BURST; i++) {
                    crowd.join(0, "", i % 2 == 0 ? SMALL_BUFFER : 0, Crowd.ALL, _ -> {});
                }
                awaitAll(crowd.readers(), "all are there", reader -> reader.greeted);
                for (int i = 0; i < messages / 12; i++) {
                    server.batch("burst", 12, "\"" + "x".repeat(16_000) + "\"");
                }
                areComplete(crowd.readers(), messages);
                assertThat(budget(server).mostOfAConnection()).isBetween(1L, MOST_PINNED);
                assertThat(server.bean(StreamCounts.class).slow.get()).isZero();
                assertThat(server.bean(Streams.class).size()).isEqualTo(BURST);
            }
        }
    }

    @Test
    void allWhoComeBackAtOnceAreCaughtUpSoonAndTheOthersHearOn() throws Exception {
        int messages = 1_500;
        try (var server = way.start()) {
            server.room("back", "");
            server.fill("back", messages);
            String token = server.token("alice");
            String epoch = server.epoch("back");
            try (var crowd = new Crowd(server.port(), "back", token, 0)) {
                var sent = new ConcurrentHashMap<Long, Long>();
                var latencies = new ConcurrentLinkedQueue<Long>();
                List<CrowdReader> live = IntStream.range(0, 20)
                        .mapToObj(_ -> crowd.join(messages, epoch + ":" + messages, 0, Crowd.ALL, seq -> {
                            Long at = sent.get(seq);
                            latencies.add(at == null ? 0 : System.nanoTime() - at);
                        }))
                        .toList();
                awaitAll(live, "all are there", reader -> reader.greeted);
                List<CrowdReader> back = new ArrayList<>();
                long begin = System.nanoTime();
                for (int i = 0; i < READERS; i++) {
                    long cursor = 600 + i % 500;
                    back.add(crowd.join(cursor, epoch + ":" + cursor, 0, Crowd.ALL, _ -> {}));
                }
                long head = messages;
                while (!back.stream().allMatch(reader -> reader.caughtUp)) {
                    sent.put(++head, System.nanoTime());
                    server.publish("back", "{\"data\":1}");
                    assertThat(System.nanoTime() - begin)
                            .as(
                                    "to catch up, in ns; %s of them have",
                                    back.stream().filter(r -> r.caughtUp).count())
                            .isLessThan(SOON.toNanos());
                }
                System.out.println(
                        way + ": " + READERS + " back in " + (System.nanoTime() - begin) / 1_000_000 + " ms");
                areComplete(back, head);
                areComplete(live, head);
                assertThat(server.bean(StreamCounts.class).pages.get())
                        .as("reads of the log: one for each page")
                        .isBetween(1L, (head + 255) / 256);
                List<Long> sorted = latencies.stream().sorted().toList();
                assertThat(sorted).isNotEmpty();
                assertThat(Duration.ofNanos(sorted.get(sorted.size() * 99 / 100)))
                        .as("p99 of those who were there")
                        .isLessThanOrEqualTo(SOON.dividedBy(10));
            }
        }
    }

    @Test
    void noMoreConnectionsAreOpenThanAllowed() throws Exception {
        int most = 40;
        try (var server = way.start("parley.limits.connections=" + most)) {
            server.room("full", "");
            String token = server.token("alice");
            int others = server.connections().size();
            try (var crowd = new Crowd(server.port(), "full", token, 0)) {
                for (int i = 0; i < 2 * most; i++) {
                    crowd.join(0, "", 0, Crowd.ALL, _ -> {});
                }
                awaitAll(crowd.readers(), "each has an answer", reader -> reader.greeted || reader.ended);
                assertThat(crowd.readers().stream()
                                .filter(reader -> reader.greeted)
                                .count())
                        .isBetween((long) most - others, (long) most);
                assertThat(crowd.readers().stream()
                                .filter(reader -> reader.ended)
                                .map(reader -> reader.status))
                        .as("closed without a word")
                        .containsOnly("");
                await("no more are open").until(() -> server.connections().size() <= most);
            }
            await("their places are free").until(() -> server.connections().size() <= others);
            try (Reader again = Reader.open(server.port(), token, "/v1/rooms/full/events")) {
                again.hello();
            }
        }
    }
}
