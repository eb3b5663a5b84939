package dev.parley.bench.live;

import dev.parley.bench.report.Latency;
import dev.parley.bench.stream.TimePoint;
import dev.parley.kernel.Tier;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.HdrHistogram.Histogram;

/// What a flood gave.
///
/// @param seconds of the window
/// @param cpuMicros of the server in the window
/// @param busy the part of the window in which the load generator computed
/// @param latency in µs, from due to read, of what was due in the window, at viewers at full speed
/// @param accepted messages, warm-up included
/// @param sent requests, by kind
/// @param atFullSpeed viewers who read at full speed all the time
/// @param slow those who did not, after they came back
/// @param slowClosed how many of them the server had closed
/// @param cameBackSeconds until all of them had everything, or the time was over
/// @param hearts added up during the flood, at viewers at full speed
/// @param applause the same when it was over, and nobody was behind any more, at all viewers
/// @param otherSignals heard by all
/// @param notifies received by all
/// @param pulls how they were answered; nothing was sent when events are pushed
/// @param dead connections that were refused or broke
/// @param timeline of each tier
public record LiveOutcome(
        double seconds,
        double cpuMicros,
        double busy,
        Map<Tier, Histogram> latency,
        Map<Tier, Long> accepted,
        List<Sent> sent,
        Viewing atFullSpeed,
        Viewing slow,
        int slowClosed,
        double cameBackSeconds,
        Sum hearts,
        Sum applause,
        Heard otherSignals,
        long notifies,
        Sent pulls,
        int dead,
        String firstReason,
        Map<Tier, List<TimePoint>> timeline) {

    public Histogram latencyOf(Tier tier) {
        return Objects.requireNonNull(latency.get(tier));
    }

    /// Of all tiers together.
    public Histogram latencyOfAll() {
        Histogram all = Latency.histogram();
        latency.values().forEach(all::add);
        return all;
    }

    public long acceptedOf(Tier tier) {
        return accepted.getOrDefault(tier, 0L);
    }

    public List<TimePoint> timelineOf(Tier tier) {
        return timeline.getOrDefault(tier, List.of());
    }

    /// Deliveries that count.
    public long counted() {
        return latency.values().stream().mapToLong(Histogram::getTotalCount).sum();
    }

    public double cpuMicrosEach() {
        return cpuMicros / Math.max(1, counted());
    }

    public double serverPercent() {
        return cpuMicros / seconds / 1e4;
    }
}
