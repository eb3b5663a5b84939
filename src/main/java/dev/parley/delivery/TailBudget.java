package dev.parley.delivery;

import java.util.concurrent.atomic.AtomicLong;

/// What a node's tails hold together. Any thread.
final class TailBudget {

    private final AtomicLong bytes = new AtomicLong();
    private final long limit;

    TailBudget(long limit) {
        this.limit = limit;
    }

    void add(long change) {
        bytes.addAndGet(change);
    }

    long bytes() {
        return bytes.get();
    }

    boolean exceeded() {
        return bytes.get() > limit;
    }
}
