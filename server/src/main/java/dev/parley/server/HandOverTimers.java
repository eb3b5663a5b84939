package dev.parley.server;

import dev.parley.kernel.Timers;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// One thread that waits and hands due tasks to an executor. At most [#MAX_PENDING] tasks wait; a further one is
/// refused with an exception, since each kind of task is bounded by whoever sets it and so many are a fault.
public final class HandOverTimers implements Timers, AutoCloseable {

    static final int MAX_PENDING = 100_000;

    private final Executor executor;
    private final AtomicInteger pending = new AtomicInteger();
    private final ScheduledThreadPoolExecutor thread = new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().name("timers").daemon().factory(), new ScheduledThreadPoolExecutor.DiscardPolicy());

    public HandOverTimers(Executor executor) {
        this.executor = executor;
    }

    @Override
    public void after(Duration delay, Runnable task) {
        if (pending.incrementAndGet() > MAX_PENDING) {
            pending.decrementAndGet();
            throw new RejectedExecutionException("more than " + MAX_PENDING + " timers are set");
        }
        thread.schedule(() -> handOver(task), delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void handOver(Runnable task) {
        pending.decrementAndGet();
        executor.execute(task);
    }

    /// Drops what is still due and everything that comes later.
    @Override
    public void close() {
        thread.shutdownNow();
    }
}
