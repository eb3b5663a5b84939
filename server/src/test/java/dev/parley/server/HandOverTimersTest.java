package dev.parley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class HandOverTimersTest {

    private final HandOverTimers timers =
            new HandOverTimers(task -> Thread.ofVirtual().name("elsewhere").start(task));

    @AfterEach
    void close() {
        timers.close();
    }

    @Test
    void aTaskRunsElsewhereAndNotTooEarly() throws Exception {
        var ran = new CompletableFuture<String>();
        long begin = System.nanoTime();

        timers.after(
                Duration.ofMillis(30), () -> ran.complete(Thread.currentThread().getName()));

        assertThat(ran.get()).isEqualTo("elsewhere");
        assertThat(System.nanoTime() - begin)
                .isGreaterThanOrEqualTo(Duration.ofMillis(30).toNanos());
    }

    @Test
    void aTaskThatBlocksDelaysNoOther() throws Exception {
        var never = new CompletableFuture<Void>();
        var ran = new CompletableFuture<Boolean>();
        timers.after(Duration.ZERO, never::join);

        timers.after(Duration.ofMillis(5), () -> ran.complete(true));

        assertThat(ran.get()).isTrue();
        never.complete(null);
    }

    @Test
    void timersAreBounded() {
        for (int i = 0; i < HandOverTimers.MAX_PENDING; i++) {
            timers.after(Duration.ofHours(1), () -> {});
        }

        assertThatExceptionOfType(RejectedExecutionException.class)
                .isThrownBy(() -> timers.after(Duration.ofHours(1), () -> {}));
    }

    @Test
    void afterTheEndTasksAreDropped() {
        timers.close();

        timers.after(Duration.ZERO, () -> {
            throw new AssertionError("ran");
        });
    }
}
