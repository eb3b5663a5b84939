package dev.parley.log;

import static dev.parley.log.Appends.R;
import static dev.parley.log.Appends.append;
import static dev.parley.log.Appends.many;
import static dev.parley.log.Appends.weighing;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class LaneBoundsTest {

    private static LaneLimits limits(int items, long bytes) {
        var standard = LaneLimits.DEFAULT;
        return new LaneLimits(1, 500, 1 << 20, items, bytes, 1_024, 2, standard.deadline());
    }

    @Test
    void takesExactlySoManyItems() {
        var bounds = new LaneBounds(limits(3, 1 << 20));
        assertThat(bounds.reserve(many(R, "a", 2))).isTrue();
        assertThat(bounds.reserve(many(R, "b", 2))).isFalse();
        assertThat(bounds.reserve(many(R, "c", 1))).isTrue();
        assertThat(bounds.reserve(many(R, "d", 1))).isFalse();

        assertThat(bounds.items()).isEqualTo(3);
        assertThat(bounds.release(append(R, "c1"))).isFalse();
        assertThat(bounds.reserve(many(R, "e", 1))).isTrue();
    }

    @Test
    void takesExactlySoManyBytes() {
        var bounds = new LaneBounds(limits(100, 1_000));
        var most = List.of(weighing(R, "a", 600), weighing(R, "b", 400));
        assertThat(bounds.reserve(most)).isTrue();
        assertThat(bounds.reserve(List.of(weighing(R, "c", 257)))).isFalse();

        most.forEach(bounds::release);
        assertThat(bounds.items()).isZero();
        assertThat(bounds.reserve(List.of(weighing(R, "d", 1_001)))).isFalse();
        assertThat(bounds.reserve(List.of(weighing(R, "e", 1_000)))).isTrue();
    }

    @Test
    void saysWhenNothingIsLeft() {
        var bounds = new LaneBounds(limits(10, 1 << 20));
        var two = many(R, "a", 2);
        bounds.reserve(two);

        assertThat(bounds.release(two.getFirst())).isFalse();
        assertThat(bounds.release(two.getLast())).isTrue();
    }

    @Test
    @Timeout(60)
    void manyThreadsNeverExceedItAndLeaveNothingBehind() throws InterruptedException {
        var bounds = new LaneBounds(limits(10, 1 << 20));
        var most = new AtomicInteger();
        var taken = new AtomicInteger();
        List<Append> three = many(R, "a", 3);
        List<Thread> threads = IntStream.range(0, 8)
                .mapToObj(_ -> Thread.ofPlatform().start(() -> {
                    for (int i = 0; i < 20_000; i++) {
                        if (bounds.reserve(three)) {
                            most.accumulateAndGet(taken.addAndGet(3), Math::max);
                            taken.addAndGet(-3);
                            three.forEach(bounds::release);
                        }
                    }
                }))
                .toList();
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(most.get()).isBetween(3, 10);
        assertThat(bounds.items()).isZero();
        assertThat(bounds.reserve(many(R, "b", 10))).isTrue();
    }
}
