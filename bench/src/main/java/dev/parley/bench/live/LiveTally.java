package dev.parley.bench.live;

import dev.parley.bench.report.Latency;
import dev.parley.kernel.Tier;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/// Counts what all viewers at full speed receive, per tier. One thread.
final class LiveTally {

    private final List<Histogram> window = histograms();
    private final List<Histogram> second = histograms();
    private long from = Long.MAX_VALUE;
    private long to = Long.MAX_VALUE;
    private long now;

    private static List<Histogram> histograms() {
        List<Histogram> histograms = new ArrayList<>();
        for (int i = 0; i < Tier.values().length; i++) {
            histograms.add(Latency.histogram());
        }
        return histograms;
    }

    /// What is due in this time counts.
    void count(long begin, long end) {
        from = begin;
        to = end;
    }

    void readAt(long nanos) {
        now = nanos;
    }

    void delivered(Tier tier, long stamp) {
        Latency.record(second.get(tier.ordinal()), now - stamp);
        if (stamp >= from && stamp < to) {
            Latency.record(window.get(tier.ordinal()), now - stamp);
        }
    }

    /// From when a message was due to when it was read, of those that count.
    Histogram latency(Tier tier) {
        return window.get(tier.ordinal());
    }

    long counted() {
        return window.stream().mapToLong(Histogram::getTotalCount).sum();
    }

    boolean counts(long nanos) {
        return nanos >= from && nanos < to;
    }

    /// What came since the last call, per tier.
    List<Histogram> endSecond() {
        List<Histogram> ended = second.stream().map(Histogram::copy).toList();
        second.forEach(Histogram::reset);
        return ended;
    }
}
