package dev.parley.adapters.sql.batch;

/// A room's inbound limit as one number, all in µs of the store's clock: when the next message would be due
/// if all had kept exactly to the rate. A message passes while it comes at most so much before it is due
/// that the bucket's depth, 200 ms or one interval where that is longer, is not exceeded.
final class InboundBucket {

    private static final long SECOND = 1_000_000;
    private static final long DEPTH = SECOND / 5;

    private InboundBucket() {}

    /// The bucket after one more message. A due time beyond the depth was written by a clock that has
    /// stepped back since (or under a slower rate) and counts as now, or a step of an hour would close the
    /// room for an hour.
    static long plusOne(long bucket, int perSecond, long now) {
        long due = bucket > now + depth(perSecond) ? now : Math.max(bucket, now);
        return due + interval(perSecond);
    }

    /// How long one more message would have to wait; 0 or less: it passes now.
    static long wait(long bucket, int perSecond, long now) {
        return plusOne(bucket, perSecond, now) - now - depth(perSecond);
    }

    private static long interval(int perSecond) {
        return SECOND / perSecond;
    }

    private static long depth(int perSecond) {
        return Math.max(DEPTH, interval(perSecond));
    }
}
