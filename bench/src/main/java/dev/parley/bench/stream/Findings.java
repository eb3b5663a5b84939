package dev.parley.bench.stream;

import org.HdrHistogram.Histogram;

/// What all connections of one kind have seen.
///
/// @param deliveries of messages of the load, the warm-up's included
/// @param frames bytes of them as events
/// @param holes how often a seq did not follow the one before it, without a word from the server
/// @param missing seqs that were not seen at all
/// @param late seqs that came after a newer one
/// @param repeated seqs that came again
/// @param told seqs that the server said it left out
/// @param latency in µs, from when a message was due to when it was read, of those that were due in the window
public record Findings(
        long deliveries,
        long frames,
        long holes,
        long missing,
        long late,
        long repeated,
        long told,
        Histogram latency) {

    public long counted() {
        return latency.getTotalCount();
    }

    public Findings plus(Findings other) {
        Histogram both = latency.copy();
        both.add(other.latency);
        return new Findings(
                deliveries + other.deliveries,
                frames + other.frames,
                holes + other.holes,
                missing + other.missing,
                late + other.late,
                repeated + other.repeated,
                told + other.told,
                both);
    }
}
