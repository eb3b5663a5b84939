package dev.parley.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class CrossNodeTest {

    private static CrossNode.Found found(long own, long other) {
        return new CrossNode.Found(Duration.ofMillis(own), Duration.ofMillis(other), 100);
    }

    @Test
    void moreThanTwiceAsLongOnAnotherNodeIsFound() {
        assertThat(found(10, 20).findings()).isEmpty();
        assertThat(found(10, 21).findings())
                .singleElement()
                .asString()
                .contains("10.0 ms on their own node, 21.0 ms on another");
    }
}
