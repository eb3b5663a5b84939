package dev.parley.delivery;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/// What a node's delivery holds in memory for all its rooms and connections, and how much that may be: tails with their
/// frames, pages of the log with theirs, and buffers that clients have not taken yet. [BudgetKeeper] acts on it. All in
/// bytes, any thread.
public final class DeliveryBudget {

    private final long limit;
    private final AtomicLong tails = new AtomicLong();
    private final AtomicLong pages = new AtomicLong();
    private final List<LanePins> lanes = new CopyOnWriteArrayList<>();
    private final LongAdder shrinks = new LongAdder();
    private volatile Runnable keeper = () -> {};

    DeliveryBudget(long limit) {
        this.limit = limit;
    }

    public long limit() {
        return limit;
    }

    /// Of all tails: events, frames, and events that wait for those before them.
    public long tails() {
        return tails.get();
    }

    /// Of all pages that are kept.
    public long pages() {
        return pages.get();
    }

    /// Of all buffers that somebody has not taken completely. A buffer that many share counts once.
    public long pinned() {
        long sum = 0;
        for (LanePins lane : lanes) {
            sum += lane.bytes();
        }
        return sum;
    }

    public long used() {
        return tails() + pages() + pinned();
    }

    /// The most that a single connection has pinned so far, a shared buffer counted wholly.
    public long mostOfAConnection() {
        long most = 0;
        for (LanePins lane : lanes) {
            most = Math.max(most, lane.most());
        }
        return most;
    }

    /// How often a tail had to give way.
    public long shrinks() {
        return shrinks.sum();
    }

    /// Whether nothing may be added any more.
    boolean exhausted() {
        return used() > limit + limit / 8;
    }

    boolean exceeded() {
        return used() > limit;
    }

    /// What connections may pin whatever tails take.
    long pinnedAtLeast() {
        return limit / 4;
    }

    /// What may be written to connections that may not take it. Those that were sent away pin what they have
    /// been written until they are gone.
    long roomToPin() {
        long pinned = 0;
        for (LanePins lane : lanes) {
            pinned += lane.bytes() + lane.leaving();
        }
        return Math.max(0, limit / 10 * 9 - pinned);
    }

    Holding tail() {
        return new Holding(this, tails);
    }

    Holding page() {
        return new Holding(this, pages);
    }

    LanePins lane() {
        var lane = new LanePins(this);
        lanes.add(lane);
        return lane;
    }

    void shrunk() {
        shrinks.increment();
    }

    /// @param look told when there may be too much, on any thread and often; it must not block
    void keptBy(Runnable look) {
        keeper = look;
    }

    /// Something has been added.
    void grown() {
        long pinned = pinned();
        if (tails() + pages() + pinned > limit || pinned > pinnedAtLeast()) {
            keeper.run();
        }
    }
}
