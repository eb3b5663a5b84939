package dev.parley.delivery;

import dev.parley.kernel.Timers;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/// Keeps a node within its [DeliveryBudget]. Above the limit kept pages go, then the least used tails shrink, until
/// seven eighths are left; an eighth above it no tail grows. Connections may pin nine tenths less what tails keep at
/// least, and a quarter in any case; above it those that pin most are sent away, until three quarters of that are left.
/// Nobody misses anything: what memory does not serve is read from the log, and who is sent away has a cursor.
///
/// Looks when it is told that there may be too much, and not again before [#PAUSE] is over. Any thread.
final class BudgetKeeper {

    static final Duration PAUSE = Duration.ofMillis(100);
    /// After a look that changed nothing.
    private static final Duration LONG_PAUSE = Duration.ofMillis(500);

    private final DeliveryBudget budget;
    private final Supplier<List<Tail>> leastUsedFirst;
    private final Pages pages;
    private final Executor executor;
    private final Timers timers;
    private final AtomicBoolean looking = new AtomicBoolean();
    private volatile Collection<DeliveryLane> lanes = List.of();

    BudgetKeeper(
            DeliveryBudget budget, Supplier<List<Tail>> leastUsedFirst, Pages pages, Executor executor, Timers timers) {
        this.budget = budget;
        this.leastUsedFirst = leastUsedFirst;
        this.pages = pages;
        this.executor = executor;
        this.timers = timers;
        budget.keptBy(this::look);
    }

    /// @param all those there are by now, whenever they are looked at
    void relieves(Collection<DeliveryLane> all) {
        lanes = all;
    }

    private void look() {
        if (looking.compareAndSet(false, true)) {
            try {
                executor.execute(this::act);
            } catch (RejectedExecutionException _) {
                // The node stops.
                looking.set(false);
            }
        }
    }

    private void act() {
        boolean acted = false;
        try {
            List<Tail> tails = leastUsedFirst.get();
            acted = makeRoom(tails) | relieve(tails);
        } finally {
            timers.after(acted ? PAUSE : LONG_PAUSE, () -> {
                looking.set(false);
                budget.grown();
            });
        }
    }

    private boolean makeRoom(List<Tail> tails) {
        if (!budget.exceeded()) {
            return false;
        }
        long excess = budget.used() - budget.limit() / 8 * 7;
        long begun = excess;
        long kept = budget.pages();
        if (kept > 0) {
            pages.giveUp(excess);
            excess -= kept - budget.pages();
        }
        for (Tail tail : tails) {
            long given = tail.bytes() - tail.least();
            if (excess > 0 && given > 0) {
                tail.shrink();
                excess -= given;
            }
        }
        return excess < begun;
    }

    private boolean relieve(List<Tail> tails) {
        long pinned = budget.pinned();
        if (pinned <= budget.pinnedAtLeast()) {
            return false;
        }
        long least = tails.stream().mapToLong(Tail::least).sum();
        long room = Math.max(budget.pinnedAtLeast(), budget.limit() / 10 * 9 - least);
        if (pinned <= room) {
            return false;
        }
        double share = room * 0.75 / pinned;
        lanes.forEach(lane -> relieve(lane, (long) (lane.pinned() * share), room));
        return true;
    }

    /// The lane may come to it late: what went by itself meanwhile counts.
    private void relieve(DeliveryLane lane, long most, long room) {
        lane.execute(() -> {
            if (budget.pinned() > room) {
                lane.relieve(most);
            }
        });
    }
}
