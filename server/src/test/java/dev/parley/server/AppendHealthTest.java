package dev.parley.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AppendHealthTest {

    /// Near the end of what the clock can show, as it may begin anywhere.
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1);
    private final AppendHealth health = new AppendHealth(now::get);

    @ParameterizedTest
    @ValueSource(strings = {"store-unavailable", "outcome-unknown"})
    void aFailureOfTheStoreIsToldForAWhile(String reason) {
        assertThat(health.degradations()).isEmpty();

        health.refused(reason);

        assertThat(health.degradations()).containsExactly("appends-failing");
        now.addAndGet(AppendHealth.REMEMBERED.toNanos());
        assertThat(health.degradations()).containsExactly("appends-failing");
        now.addAndGet(1);
        assertThat(health.degradations()).isEmpty();
    }

    @Test
    void whatClientsBringAboutIsNoFailure() {
        health.refused("idempotency-mismatch");
        health.refused("overloaded");

        assertThat(health.degradations()).isEmpty();
    }
}
