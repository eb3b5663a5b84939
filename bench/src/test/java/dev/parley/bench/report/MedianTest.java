package dev.parley.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MedianTest {

    @Test
    void theMiddleOfAnOddNumber() {
        assertThat(Median.of(9, 1, 5)).isEqualTo(5);
    }

    @Test
    void theMeanOfTheTwoInTheMiddleOfAnEvenNumber() {
        assertThat(Median.of(1, 100, 4, 2)).isEqualTo(3);
    }

    @Test
    void oneNumberIsItsOwnMedianAndNoneIsZero() {
        assertThat(Median.of(7)).isEqualTo(7);
        assertThat(Median.of()).isZero();
    }

    @Test
    void whatIsHandedInKeepsItsOrder() {
        double[] numbers = {3, 1, 2};
        assertThat(Median.of(numbers)).isEqualTo(2);
        assertThat(numbers).containsExactly(3, 1, 2);
    }
}
