package dev.parley.delivery;

import java.time.Duration;

/// So many a second, and so many at once. What is kept of whoever has it is one number: when all of his
/// allowance will be there again, in nanoseconds of the node's clock.
record Pace(long interval, long burst) {

    static Pace of(int perSecond, int atOnce) {
        long interval = Duration.ofSeconds(1).toNanos() / perSecond;
        return new Pace(interval, interval * atOnce);
    }

    /// How long one more has to wait; not positive = it may come now.
    long left(long fullAt, long now) {
        return spent(fullAt, now) - now - burst;
    }

    /// When all will be there again once one more has come.
    long spent(long fullAt, long now) {
        return (fullAt - now > 0 ? fullAt : now) + interval;
    }
}
