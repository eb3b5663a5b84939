package dev.parley.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatencyTest {

    @Test
    void percentilesAreInMicrosecondsAndExactToAThousandth() {
        Histogram histogram = Latency.histogram();
        for (int i = 1; i <= 1_000; i++) {
            Latency.record(histogram, i * 1_000_000L);
        }
        var latency = Latency.of(histogram);
        assertThat(latency.p50()).isCloseTo(500_000, within(500L));
        assertThat(latency.p99()).isCloseTo(990_000, within(990L));
        assertThat(latency.max()).isCloseTo(1_000_000, within(1_000L));
    }

    @Test
    void whatTakesLongerThanTheScaleCountsAsItsEnd() {
        Histogram histogram = Latency.histogram();
        Latency.record(histogram, Long.MAX_VALUE);
        assertThat(Latency.of(histogram).max()).isGreaterThanOrEqualTo(120_000_000);
    }

    @Test
    void overSeveralRoundsThePercentilesAreMediansAndTheMaximumIsTheGreatest() {
        var latency =
                Latency.median(List.of(new Latency(1, 10, 900), new Latency(3, 30, 40), new Latency(2, 500, 600)));
        assertThat(latency).isEqualTo(new Latency(2, 30, 900));
    }
}
