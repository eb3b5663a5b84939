package dev.parley.adapters.memory;

/// A room's inbound limit as one number, the theoretical arrival time: when the next message would come
/// if all so far had kept exactly to the rate. Times are microseconds of the store's clock.
///
/// A message passes while it runs ahead of the rate by at most [#BURST], or by one message where the rate
/// is slower.
record InboundBucket(long arrival) {

    private static final long SECOND = 1_000_000;
    private static final long BURST = SECOND / 5;

    static final InboundBucket EMPTY = new InboundBucket(0);

    /// The bucket after one more message of this rate.
    ///
    /// An arrival beyond the burst was written by a clock that has stepped back since (or under a slower
    /// limit) and counts as now: a step of an hour must not close the room for an hour.
    InboundBucket plusOne(int perSecond, long now) {
        long due = arrival > now + burst(perSecond) ? now : Math.max(arrival, now);
        return new InboundBucket(due + interval(perSecond));
    }

    /// Microseconds until one more message would pass; 0 or less: it passes now.
    long wait(int perSecond, long now) {
        return plusOne(perSecond, now).arrival - now - burst(perSecond);
    }

    private static long interval(int perSecond) {
        return SECOND / perSecond;
    }

    private static long burst(int perSecond) {
        return Math.max(BURST, interval(perSecond));
    }
}
