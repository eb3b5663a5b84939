package dev.parley.bench.report;

import java.util.List;
import java.util.function.ToDoubleFunction;

/// One thing that was measured in several rounds, each round next to those of the cells it is compared with.
///
/// @param load what was asked of whom
/// @param way how it was done
public record Cell(String load, String way, List<Sample> samples) {

    public double perSecond() {
        return Median.of(samples.stream().mapToDouble(Sample::perSecond).toArray());
    }

    public Latency latency() {
        return Latency.median(samples.stream().map(Sample::latency).toList());
    }

    public double also(String name) {
        return Median.of(samples.stream()
                .mapToDouble(sample -> sample.also().getOrDefault(name, 0.0))
                .toArray());
    }

    /// How many times the other cell's rate this one's is: the median over the rounds, so that what disturbs one round
    /// disturbs both sides of it.
    public double times(Cell other) {
        return times(other, Sample::perSecond);
    }

    /// The same of another figure.
    public double times(Cell other, ToDoubleFunction<Sample> figure) {
        int rounds = Math.min(samples.size(), other.samples.size());
        double[] ratios = new double[rounds];
        for (int i = 0; i < rounds; i++) {
            double divisor = figure.applyAsDouble(other.samples.get(i));
            ratios[i] = divisor == 0 ? 0 : figure.applyAsDouble(samples.get(i)) / divisor;
        }
        return Median.of(ratios);
    }
}
