package dev.parley.bench.report;

import java.util.List;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;

/// How long something took, in µs.
public record Latency(long p50, long p99, long max) {

    private static final long LONGEST_MICROS = 120_000_000;
    private static final int DIGITS = 3;

    /// An empty histogram of µs, for one thread.
    public static Histogram histogram() {
        return new Histogram(LONGEST_MICROS, DIGITS);
    }

    /// Counts one of this many nanoseconds.
    public static void record(Histogram histogram, long nanos) {
        histogram.recordValue(Math.clamp(nanos / 1_000, 0, LONGEST_MICROS));
    }

    public static Latency of(Histogram histogram) {
        return new Latency(
                histogram.getValueAtPercentile(50), histogram.getValueAtPercentile(99), histogram.getMaxValue());
    }

    /// The medians of several; of the maxima the greatest.
    static Latency median(List<Latency> several) {
        return new Latency(
                median(several, Latency::p50),
                median(several, Latency::p99),
                several.stream().mapToLong(Latency::max).max().orElse(0));
    }

    private static long median(List<Latency> several, ToLongFunction<Latency> part) {
        return Math.round(
                Median.of(several.stream().mapToDouble(part::applyAsLong).toArray()));
    }
}
