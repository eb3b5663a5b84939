package dev.parley.log;

/// A rate as one number, the time when the next message would be due if all so far had kept exactly to it;
/// µs of the store's clock. A message passes while the one after it is due within 200 ms, or within one
/// interval where that is longer.
final class Bucket {

    static final long SECOND = 1_000_000;
    private static final long DEPTH = SECOND / 5;

    private Bucket() {}

    /// The bucket after one more message.
    ///
    /// A due time beyond the depth was written by a clock that has stepped back since (or under a slower
    /// rate) and counts as now: a step of an hour must not close a room for an hour.
    static long plusOne(long due, long interval, long now) {
        return (due > now + depth(interval) ? now : Math.max(due, now)) + interval;
    }

    /// By how much one more message would come too early; 0 or less: it passes now.
    static long early(long due, long interval, long now) {
        return plusOne(due, interval, now) - now - depth(interval);
    }

    private static long depth(long interval) {
        return Math.max(DEPTH, interval);
    }
}
