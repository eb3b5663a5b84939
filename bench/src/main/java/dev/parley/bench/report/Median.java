package dev.parley.bench.report;

import java.util.Arrays;

/// The middle of several numbers: one round that something else disturbed does not move it.
public final class Median {

    private Median() {}

    /// Of an even number the mean of the two in the middle; of none 0.
    public static double of(double... numbers) {
        if (numbers.length == 0) {
            return 0;
        }
        double[] sorted = numbers.clone();
        Arrays.sort(sorted);
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
