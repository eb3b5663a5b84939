package dev.parley.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CellTest {

    private static Cell cell(long... counts) {
        return new Cell(
                "load",
                "way",
                Arrays.stream(counts)
                        .mapToObj(count -> new Sample(count, 2, new Latency(1, 2, 3), Map.of("x", count + 0.5)))
                        .toList());
    }

    @Test
    void theRateIsTheMedianOfTheRounds() {
        assertThat(cell(100, 2_000, 120).perSecond()).isEqualTo(60);
    }

    @Test
    void furtherFiguresAreMediansToo() {
        assertThat(cell(1, 3, 2).also("x")).isEqualTo(2.5);
        assertThat(cell(1, 3, 2).also("y")).isZero();
    }

    /// In the second round the machine was three times as slow, for both.
    @Test
    void theRatioIsTakenRoundByRound() {
        assertThat(cell(900, 300, 1_000).times(cell(90, 30, 50))).isEqualTo(10);
    }

    @Test
    void nothingIsNoTimesNothing() {
        assertThat(cell(5).times(cell(0))).isZero();
    }
}
