package dev.parley.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class HungBrokerTest {

    private static HungBroker.Found found(long well, long hung) {
        return new HungBroker.Found(Duration.ofMillis(well), Duration.ofMillis(hung), 100);
    }

    @Test
    void publishingThatWaitsForABrokerIsFound() {
        assertThat(found(10, 45).findings()).isEmpty();
        assertThat(found(10, 250).findings())
                .singleElement()
                .asString()
                .contains("10.0 ms, 250.0 ms while the broker and the registry hang");
    }
}
