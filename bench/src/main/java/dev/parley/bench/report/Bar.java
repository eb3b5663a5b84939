package dev.parley.bench.report;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A figure that sums up, and what it is held against.
///
/// @param what the figure's name
/// @param bound what it should be at least, or at most; null when it is only told
/// @param binding whether missing it fails a run that asserts: ratios within one run do, absolute numbers say as much
/// about the machine as about the code
public record Bar(String what, double figure, @Nullable Double bound, Side side, Unit unit, boolean binding) {

    /// On which side of the bound a figure is to be.
    public enum Side {
        LEAST("at least"),
        MOST("at most");

        private final String words;

        Side(String words) {
            this.words = words;
        }
    }

    public enum Unit {
        TIMES("%.1f ×"),
        RATIO("%.2f ×"),
        PERCENT("%.0f %%"),
        PER_SECOND("%,.0f/s"),
        MILLIS("%,.1f ms"),
        MICROS("%,.2f µs"),
        SECONDS("%,.2f s"),
        KIB("%,.2f KiB"),
        COUNT("%,.0f");

        private final String format;

        Unit(String format) {
            this.format = format;
        }

        String write(double value) {
            return String.format(Locale.ROOT, format, value);
        }
    }

    public static Bar told(String what, double figure, Unit unit) {
        return new Bar(what, figure, null, Side.LEAST, unit, false);
    }

    public static Bar against(double least, String what, double figure, Unit unit) {
        return new Bar(what, figure, least, Side.LEAST, unit, false);
    }

    public static Bar binding(double least, String what, double figure, Unit unit) {
        return new Bar(what, figure, least, Side.LEAST, unit, true);
    }

    public static Bar atMost(double most, String what, double figure, Unit unit) {
        return new Bar(what, figure, most, Side.MOST, unit, true);
    }

    /// There is to be none of it.
    public static Bar none(String what, long count) {
        return atMost(0, what, (double) count, Unit.COUNT);
    }

    public boolean reached() {
        return bound == null || (side == Side.LEAST ? figure >= bound : figure <= bound);
    }

    String line() {
        String told = what + ": " + unit.write(figure);
        if (bound == null) {
            return told;
        }
        String verdict = reached() ? "reached" : side == Side.LEAST ? "fell short" : "exceeded";
        return binding
                ? "%s, %s %s: %s".formatted(told, side.words, unit.write(bound), verdict)
                : "%s against %s: %s".formatted(told, unit.write(bound), verdict);
    }
}
