package dev.parley.delivery;

import java.util.concurrent.atomic.AtomicLong;

/// What one tail or one page is charged with. Any thread.
final class Holding {

    /// So far below zero that nothing that is still added gets it above.
    private static final long CLOSED = Long.MIN_VALUE / 2;

    private final DeliveryBudget budget;
    private final AtomicLong part;
    private final AtomicLong bytes = new AtomicLong();

    /// @param part of the budget
    Holding(DeliveryBudget budget, AtomicLong part) {
        this.budget = budget;
        this.part = part;
    }

    long bytes() {
        return Math.max(0, bytes.get());
    }

    void add(long change) {
        if (bytes.addAndGet(change) > CLOSED / 2) {
            part.addAndGet(change);
            if (change > 0) {
                budget.grown();
            }
        }
    }

    /// It costs nothing from now on; what is still added is not charged.
    void close() {
        long last = bytes.getAndSet(CLOSED);
        if (last > CLOSED / 2) {
            part.addAndGet(-last);
        }
    }
}
