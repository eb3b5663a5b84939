package dev.parley.bench.delivery;

import dev.parley.bench.report.Plot;
import dev.parley.bench.report.Plot.Line;
import dev.parley.bench.report.Plot.Point;
import dev.parley.bench.report.Scale;
import dev.parley.bench.stream.TimePoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/// The pictures of a run.
final class Plots {

    private static final double MICROS_PER_MILLI = 1e3;
    private static final int STEPS_PER_NINE = 20;
    private static final double MOST_NINES = 5;

    private Plots() {}

    /// How long which part of the deliveries took.
    static Plot percentiles(Map<String, Histogram> latencies) {
        List<Line> lines = new ArrayList<>();
        latencies.forEach((name, histogram) -> lines.add(new Line(name, percentiles(histogram))));
        double most = lines.stream()
                .flatMap(line -> line.points().stream())
                .mapToDouble(Point::y)
                .max()
                .orElse(1);
        double least = lines.stream()
                .flatMap(line -> line.points().stream())
                .mapToDouble(Point::y)
                .min()
                .orElse(1);
        double end = lines.stream()
                .flatMap(line -> line.points().stream())
                .mapToDouble(Point::x)
                .max()
                .orElse(99);
        return new Plot(
                "Latency by percentile, from when a message was due to when it was read",
                Scale.percentiles("percentile of the deliveries", end),
                Scale.logarithmic("ms", least, most),
                lines,
                0,
                0);
    }

    /// Beyond the percentile at which single deliveries decide nothing is drawn.
    private static List<Point> percentiles(Histogram histogram) {
        double nines = Math.min(MOST_NINES, Math.log10(Math.max(10.0, (double) histogram.getTotalCount())));
        List<Point> points = new ArrayList<>();
        for (int step = 1; step <= nines * STEPS_PER_NINE; step++) {
            double percentile = 100 * (1 - Math.pow(10, -(double) step / STEPS_PER_NINE));
            points.add(new Point(percentile, histogram.getValueAtPercentile(percentile) / MICROS_PER_MILLI));
        }
        return points;
    }

    static List<Plot> timeline(Map<String, List<TimePoint>> timelines) {
        return List.of(
                timeline("Deliveries a second", "deliveries/s", timelines, TimePoint::deliveriesPerSecond),
                timeline("p99 of each second", "ms", timelines, point -> point.p99() / MICROS_PER_MILLI),
                timeline("Processor time of the server", "% of a core", timelines, TimePoint::serverPercent));
    }

    private static Plot timeline(
            String title, String unit, Map<String, List<TimePoint>> timelines, ToDoubleFunction<TimePoint> value) {
        List<Line> lines = new ArrayList<>();
        timelines.forEach((name, points) -> lines.add(new Line(
                name,
                points.stream()
                        .map(point -> new Point(point.second(), value.applyAsDouble(point)))
                        .toList())));
        List<TimePoint> all = timelines.values().stream().flatMap(List::stream).toList();
        double most = all.stream().mapToDouble(value).max().orElse(1);
        double end = all.stream().mapToDouble(TimePoint::second).max().orElse(1);
        List<TimePoint> counting = all.stream().filter(TimePoint::counts).toList();
        double from = Math.max(
                0, counting.stream().mapToDouble(TimePoint::second).min().orElse(0) - 1);
        double to = counting.stream().mapToDouble(TimePoint::second).max().orElse(0);
        return new Plot(title, Scale.linear("seconds", end), Scale.linear(unit, most), lines, from, to);
    }
}
