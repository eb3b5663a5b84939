package dev.parley.faults;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/// Lets time pass: never to wait for something to have happened, only to choose when something happens.
final class Pace {

    private Pace() {}

    static void upTo(Duration most, SplittableRandom random) {
        until(System.nanoTime() + random.nextLong(most.toNanos()));
    }

    /// @param nanos of this machine's monotonic clock
    static void until(long nanos) {
        for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
