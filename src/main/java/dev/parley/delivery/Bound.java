package dev.parley.delivery;

import java.util.concurrent.atomic.AtomicInteger;

/// How many there are of something, and how many there may be. Any thread.
final class Bound {

    private final int limit;
    private final AtomicInteger inside = new AtomicInteger();

    Bound(int limit) {
        this.limit = limit;
    }

    /// False when there are as many as may be already.
    boolean enter() {
        if (inside.incrementAndGet() <= limit) {
            return true;
        }
        inside.decrementAndGet();
        return false;
    }

    /// How many are left.
    int leave() {
        return inside.decrementAndGet();
    }

    int size() {
        return inside.get();
    }
}
