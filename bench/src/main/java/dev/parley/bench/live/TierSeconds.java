package dev.parley.bench.live;

import dev.parley.bench.stream.Loop;
import dev.parley.bench.stream.ServerFigures;
import dev.parley.bench.stream.TimePoint;
import dev.parley.kernel.Tier;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/// Closes a second after the other: a point of each tier's timeline and a line for whoever watches.
final class TierSeconds {

    private static final long SECOND = 1_000_000_000L;

    private final LiveTally tally;
    private final ServerFigures server;
    private final Loop loop;
    private final Consumer<String> watcher;
    /// Of each tier, in their order.
    private final List<List<TimePoint>> points = new ArrayList<>();
    private final long begun = System.nanoTime();
    private long last = begun;
    private double cpu;
    private long busy;

    TierSeconds(LiveTally tally, ServerFigures server, Loop loop, Consumer<String> watcher) {
        this.tally = tally;
        this.server = server;
        this.loop = loop;
        this.watcher = watcher;
        this.cpu = server.cpuSeconds();
        this.busy = loop.busyNanos();
        for (int i = 0; i < Tier.values().length; i++) {
            points.add(new ArrayList<>());
        }
    }

    long next() {
        return last + SECOND;
    }

    /// Whether a second has ended; then it is closed.
    boolean tick() {
        long now = System.nanoTime();
        if (now < next()) {
            return false;
        }
        double length = now - last;
        double cpuNow = server.cpuSeconds();
        double percent = (cpuNow - cpu) * SECOND / length * 100;
        long busyNow = loop.busyNanos();
        List<Histogram> second = tally.endSecond();
        for (Tier tier : Tier.values()) {
            points.get(tier.ordinal()).add(point(second.get(tier.ordinal()), now, length, percent));
        }
        watcher.accept(line(percent, (busyNow - busy) * 100 / length));
        cpu = cpuNow;
        busy = busyNow;
        last = now;
        return true;
    }

    private TimePoint point(Histogram second, long now, double length, double percent) {
        return new TimePoint(
                (now - begun) / (double) SECOND,
                second.getTotalCount() * SECOND / length,
                second.getValueAtPercentile(50),
                second.getValueAtPercentile(99),
                percent,
                tally.counts(now));
    }

    private String line(double percent, double busyPercent) {
        var text = new StringBuilder(String.format(
                Locale.ROOT, "%.0f s: ", points.getFirst().getLast().second()));
        for (Tier tier : Tier.values()) {
            TimePoint point = points.get(tier.ordinal()).getLast();
            text.append(String.format(
                    Locale.ROOT,
                    "%s %,.0f/s p99 %.0f ms, ",
                    tier.wire(),
                    point.deliveriesPerSecond(),
                    point.p99() / 1e3));
        }
        return text.append(String.format(
                        Locale.ROOT, "server %.0f %%, generator %.0f %%", percent, Math.max(0, busyPercent)))
                .toString();
    }

    Map<Tier, List<TimePoint>> points() {
        Map<Tier, List<TimePoint>> named = new EnumMap<>(Tier.class);
        for (Tier tier : Tier.values()) {
            named.put(tier, List.copyOf(points.get(tier.ordinal())));
        }
        return named;
    }
}
