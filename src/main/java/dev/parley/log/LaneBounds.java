package dev.parley.log;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/// How much a lane has taken on. Any thread: a caller is refused before anything of it is queued.
final class LaneBounds {

    private final LaneLimits limits;
    private final AtomicInteger items = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();

    LaneBounds(LaneLimits limits) {
        this.limits = limits;
    }

    /// Takes all of them on, or none.
    boolean reserve(List<Append> appends) {
        long weight = 0;
        for (Append append : appends) {
            weight += append.weight();
        }
        if (items.addAndGet(appends.size()) > limits.queueItems()) {
            items.addAndGet(-appends.size());
            return false;
        }
        if (bytes.addAndGet(weight) > limits.queueBytes()) {
            bytes.addAndGet(-weight);
            items.addAndGet(-appends.size());
            return false;
        }
        return true;
    }

    /// Returns whether nothing is left.
    boolean release(Append append) {
        bytes.addAndGet(-append.weight());
        return items.decrementAndGet() == 0;
    }

    int items() {
        return items.get();
    }
}
