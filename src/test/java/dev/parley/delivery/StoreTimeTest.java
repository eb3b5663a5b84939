package dev.parley.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.ManualTime;
import org.junit.jupiter.api.Test;

class StoreTimeTest {

    private final ManualTime time = new ManualTime();
    private final StoreTime storeTime = new StoreTime(time);

    @Test
    void beforeAnythingIsHeardNothingIsExpired() {
        assertThat(storeTime.now()).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void itGoesOnWithTheNodesClock() {
        storeTime.heard(5_000);
        time.advanceMillis(300);

        assertThat(storeTime.now()).isEqualTo(5_300);
    }

    @Test
    void theBestOfSeveralBoundsCounts() {
        storeTime.heard(5_000);
        time.advanceMillis(100);
        storeTime.heard(5_040);
        assertThat(storeTime.now()).as("a slow answer").isEqualTo(5_100);
        storeTime.heard(5_160);

        assertThat(storeTime.now()).isEqualTo(5_160);
    }

    @Test
    void aClockThatWasSetBackIsBelievedAfterTwoMinutes() {
        storeTime.heard(100_000);
        for (int i = 0; i < 130; i++) {
            time.advanceMillis(1_000);
            storeTime.heard(50_000 + i * 1_000L);
        }

        assertThat(storeTime.now()).isEqualTo(179_000);
    }

    @Test
    void silenceKeepsTheLastBound() {
        storeTime.heard(1_000);
        time.advanceMillis(600_000);

        assertThat(storeTime.now()).isEqualTo(601_000);
    }
}
