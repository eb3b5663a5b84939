package dev.parley.bench.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/// Closes a second after the other: a point of the timeline and a line for whoever watches.
final class Seconds {

    private static final long SECOND = 1_000_000_000L;

    private final Tally tally;
    private final Companions companions;
    private final Window window;
    private final ServerFigures server;
    private final Loop loop;
    private final Consumer<String> watcher;
    private final List<TimePoint> points = new ArrayList<>();
    private final long begun = System.nanoTime();
    private long last = begun;
    private double cpu;
    private long busy;

    Seconds(
            Tally tally,
            Companions companions,
            Window window,
            ServerFigures server,
            Loop loop,
            Consumer<String> watcher) {
        this.tally = tally;
        this.companions = companions;
        this.window = window;
        this.server = server;
        this.loop = loop;
        this.watcher = watcher;
        this.cpu = server.cpuSeconds();
        this.busy = loop.busyNanos();
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
        long busyNow = loop.busyNanos();
        var second = tally.endSecond();
        companions.addSecond(second);
        var point = new TimePoint(
                (now - begun) / (double) SECOND,
                second.getTotalCount() * SECOND / length,
                second.getValueAtPercentile(50),
                second.getValueAtPercentile(99),
                (cpuNow - cpu) * SECOND / length * 100,
                window.contains(now));
        points.add(point);
        watcher.accept(line(point, (busyNow - busy) * 100 / length));
        cpu = cpuNow;
        busy = busyNow;
        last = now;
        return true;
    }

    private String phase() {
        if (last < window.from()) {
            return "warming up";
        }
        return last < window.to() ? "measuring" : "waiting for the last";
    }

    private String line(TimePoint point, double busyPercent) {
        return String.format(
                Locale.ROOT,
                "%s, %.0f s: %,.0f deliveries/s, p50 %.1f ms, p99 %.1f ms, server %.0f %%, generator %.0f %%",
                phase(),
                point.second(),
                point.deliveriesPerSecond(),
                point.p50() / 1e3,
                point.p99() / 1e3,
                point.serverPercent(),
                Math.max(0, busyPercent));
    }

    List<TimePoint> points() {
        return List.copyOf(points);
    }
}
