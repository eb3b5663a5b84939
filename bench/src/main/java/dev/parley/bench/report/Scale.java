package dev.parley.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;

/// One axis of a plot.
///
/// @param place where a value lies, from 0 to 1
public record Scale(String label, List<Tick> ticks, DoubleUnaryOperator place) {

    /// @param text what stands beside it
    record Tick(double value, String text) {}

    private static final int MOST_TICKS = 8;
    private static final double[] STEPS = {1, 2, 5, 10};

    double at(double value) {
        return Math.clamp(place.applyAsDouble(value), 0, 1);
    }

    /// From 0 to a round number above the greatest value.
    public static Scale linear(String label, double greatest) {
        double step = step(Math.max(greatest, 1e-9));
        double end = Math.max(step, Math.ceil(greatest / step) * step);
        List<Tick> ticks = new ArrayList<>();
        for (int i = 0; i * step <= end * 1.0001; i++) {
            ticks.add(new Tick(i * step, text(i * step)));
        }
        return new Scale(label, ticks, value -> value / end);
    }

    private static double step(double greatest) {
        double unit = Math.pow(10, Math.floor(Math.log10(greatest / MOST_TICKS)));
        for (double step : STEPS) {
            if (greatest / (unit * step) <= MOST_TICKS) {
                return unit * step;
            }
        }
        return unit * 10;
    }

    /// Each decade as long as the other, with ticks at 1, 2 and 5.
    public static Scale logarithmic(String label, double least, double greatest) {
        double from = Math.floor(Math.log10(Math.max(least, 1e-3)));
        double to = Math.max(from + 1, Math.log10(Math.max(greatest, 1e-3)) + 0.02);
        List<Tick> ticks = new ArrayList<>();
        for (double decade = from; decade <= to; decade++) {
            for (int digit : new int[] {1, 2, 5}) {
                double value = digit * Math.pow(10, decade);
                if (Math.log10(value) <= to) {
                    ticks.add(new Tick(value, text(value)));
                }
            }
        }
        return new Scale(label, ticks, value -> (Math.log10(Math.max(value, 1e-3)) - from) / (to - from));
    }

    /// Percentiles, the nearer to 100 the further apart.
    public static Scale percentiles(String label, double greatest) {
        double end = nines(greatest);
        List<Tick> ticks = new ArrayList<>();
        for (String text : List.of("0", "50", "90", "99", "99.9", "99.99", "99.999")) {
            double value = Double.parseDouble(text);
            if (nines(value) <= end * 1.0001) {
                ticks.add(new Tick(value, text + " %"));
            }
        }
        return new Scale(label, ticks, value -> nines(value) / end);
    }

    private static double nines(double percent) {
        return -Math.log10(Math.max(1e-7, 1 - percent / 100));
    }

    private static String text(double value) {
        if (value >= 10_000) {
            return String.format(Locale.ROOT, "%,.0f k", value / 1_000);
        }
        String text = String.format(Locale.ROOT, "%.3f", value);
        return text.contains(".") ? text.replaceAll("\\.?0+$", "") : text;
    }
}
