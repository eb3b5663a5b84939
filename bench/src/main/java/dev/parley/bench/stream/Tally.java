package dev.parley.bench.stream;

import dev.parley.bench.report.Latency;
import org.HdrHistogram.Histogram;

/// Counts what all connections of one kind have seen. One thread.
final class Tally {

    private final Window window;
    /// Since the last second's end: of messages that count, and of others.
    private final Histogram inside = Latency.histogram();
    private final Histogram outside = Latency.histogram();
    private final Histogram second = Latency.histogram();
    private final Histogram all = Latency.histogram();

    private long now;
    private long deliveries;
    private long frames;
    private long holes;
    private long missing;
    private long late;
    private long repeated;
    private long told;

    Tally(Window window) {
        this.window = window;
    }

    /// When what is counted next was read; one reading of the clock serves a whole buffer.
    void readAt(long nanos) {
        now = nanos;
    }

    void delivered(long stamp, int bytes) {
        deliveries++;
        frames += bytes;
        Latency.record(window.contains(stamp) ? inside : outside, now - stamp);
    }

    void hole(long seqs) {
        holes++;
        missing += seqs;
    }

    /// It came after a newer one, so it was counted as missing.
    void late() {
        late++;
        missing--;
    }

    void repeated() {
        repeated++;
    }

    void told(long seqs) {
        told += seqs;
    }

    long frames() {
        return frames;
    }

    long deliveries() {
        return deliveries;
    }

    /// What was delivered since the last call, whenever it was published. It is overwritten by the next call.
    Histogram endSecond() {
        second.reset();
        second.add(inside);
        second.add(outside);
        all.add(inside);
        inside.reset();
        outside.reset();
        return second;
    }

    Findings findings() {
        endSecond();
        return new Findings(deliveries, frames, holes, missing, late, repeated, told, all.copy());
    }
}
