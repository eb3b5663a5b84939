package dev.parley.bench.report;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A figure that sums up, and what it is held against.
///
/// @param what the figure's name
/// @param least what it should be at least; null when it is only told
/// @param binding whether missing it fails a run that asserts: ratios within one run do, absolute numbers say as much
/// about the machine as about the code
public record Bar(String what, double figure, @Nullable Double least, Unit unit, boolean binding) {

    public enum Unit {
        TIMES("%.1f ×"),
        PERCENT("%.0f %%"),
        PER_SECOND("%,.0f/s");

        private final String format;

        Unit(String format) {
            this.format = format;
        }

        String write(double value) {
            return String.format(Locale.ROOT, format, value);
        }
    }

    public static Bar told(String what, double figure, Unit unit) {
        return new Bar(what, figure, null, unit, false);
    }

    public static Bar against(double least, String what, double figure, Unit unit) {
        return new Bar(what, figure, least, unit, false);
    }

    public static Bar binding(double least, String what, double figure, Unit unit) {
        return new Bar(what, figure, least, unit, true);
    }

    public boolean reached() {
        return least == null || figure >= least;
    }

    String line() {
        String told = what + ": " + unit.write(figure);
        if (least == null) {
            return told;
        }
        String verdict = reached() ? "reached" : "fell short";
        return binding
                ? "%s, at least %s: %s".formatted(told, unit.write(least), verdict)
                : "%s against %s: %s".formatted(told, unit.write(least), verdict);
    }
}
