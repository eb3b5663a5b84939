package dev.parley.simulation;

import dev.parley.kernel.Clock;
import dev.parley.kernel.Timers;
import java.time.Duration;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/// Time that jumps from one task to the next, in one thread. Tasks of the same moment run in an order the seed decides,
/// so that no run leans on the order in which they were planned.
public final class VirtualTime implements Clock, Timers, Executor {

    private record Planned(long at, long tie, long order, Runnable task) implements Comparable<Planned> {

        @Override
        public int compareTo(Planned other) {
            int byTime = Long.compare(at, other.at);
            int byTie = byTime == 0 ? Long.compare(tie, other.tie) : byTime;
            return byTie == 0 ? Long.compare(order, other.order) : byTie;
        }
    }

    private final Queue<Planned> queue = new PriorityQueue<>();
    private final RandomGenerator ties;
    private long now;
    private long orders;

    public VirtualTime(RandomGenerator ties) {
        this.ties = ties;
    }

    @Override
    public long nanos() {
        return now;
    }

    public long millis() {
        return now / 1_000_000;
    }

    @Override
    public void after(Duration delay, Runnable task) {
        queue.add(new Planned(now + delay.toNanos(), ties.nextLong(), orders++, task));
    }

    @Override
    public void execute(Runnable task) {
        after(Duration.ZERO, task);
    }

    /// Runs everything that is due within this much time from now on.
    public void run(Duration forward) {
        long until = now + forward.toNanos();
        while (!queue.isEmpty() && queue.element().at() <= until) {
            Planned next = queue.remove();
            now = next.at();
            next.task().run();
        }
        now = until;
    }
}
