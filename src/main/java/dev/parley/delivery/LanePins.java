package dev.parley.delivery;

import java.util.concurrent.atomic.AtomicLong;

/// What the connections of one lane pin together. Changed on the lane only, read by anybody.
final class LanePins {

    private final DeliveryBudget budget;
    private final AtomicLong bytes = new AtomicLong();
    private volatile int most;
    private final AtomicLong leaving = new AtomicLong();

    LanePins(DeliveryBudget budget) {
        this.budget = budget;
    }

    long bytes() {
        return bytes.get();
    }

    /// The most that one connection has pinned so far.
    int most() {
        return most;
    }

    void hold(Pinned buffer) {
        if (buffer.holders++ == 0) {
            add(buffer.bytes);
        }
    }

    void free(Pinned buffer) {
        if (--buffer.holders == 0) {
            add(-buffer.bytes);
        }
    }

    void add(int change) {
        // One writer: a plain sum that others see soon.
        bytes.lazySet(bytes.getPlain() + change);
        if (change > 0) {
            budget.grown();
        }
    }

    /// Bytes that are still there and not counted any more, of connections that were sent away.
    long leaving() {
        return leaving.get();
    }

    void leaves(int change) {
        leaving.lazySet(leaving.getPlain() + change);
    }

    void charged(int connection) {
        if (connection > most) {
            most = connection;
        }
    }
}
