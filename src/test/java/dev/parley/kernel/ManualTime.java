package dev.parley.kernel;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.Executor;

/// A clock, its timers and an executor that go on only when a test says so, in one thread.
public final class ManualTime implements Clock, Timers, Executor {

    private record Due(long at, long order, Runnable task) {}

    private final Queue<Due> due =
            new PriorityQueue<>(Comparator.comparingLong(Due::at).thenComparingLong(Due::order));
    private long now = 1_000_000_000;
    private long orders;

    @Override
    public long nanos() {
        return now;
    }

    @Override
    public void after(Duration delay, Runnable task) {
        due.add(new Due(now + delay.toNanos(), orders++, task));
    }

    @Override
    public void execute(Runnable task) {
        after(Duration.ZERO, task);
    }

    /// Moves on by this much and runs what becomes due meanwhile, each at its time.
    public void advance(Duration by) {
        long until = now + by.toNanos();
        while (!due.isEmpty() && due.element().at() <= until) {
            Due next = due.remove();
            now = Math.max(now, next.at());
            next.task().run();
        }
        now = until;
    }

    public void advanceMillis(long millis) {
        advance(Duration.ofMillis(millis));
    }

    /// How many tasks wait for their time.
    public int waiting() {
        return due.size();
    }
}
