package dev.parley.bench.append;

import dev.parley.kernel.Offload;
import dev.parley.kernel.RoomId;
import dev.parley.log.AppendLanes;
import dev.parley.log.AppendObserver;
import dev.parley.log.CommitListener;
import dev.parley.log.LaneLimits;
import dev.parley.log.Retention;
import dev.parley.log.spi.RoomLog;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// What the lanes need from the node they run in, as the server gives it to them.
final class Node implements AutoCloseable, Offload {

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final ScheduledExecutorService timers = Executors.newSingleThreadScheduledExecutor();

    AppendLanes lanes(RoomLog log, AppendObserver observer) {
        CommitListener nobody = (RoomId _, Retention _, List<dev.parley.kernel.Event> _) -> {};
        return new AppendLanes(log, this, System::nanoTime, this::after, threads, LaneLimits.DEFAULT, nobody, observer);
    }

    private void after(Duration delay, Runnable task) {
        var _ = timers.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public <T> void run(Callable<T> call, Consumer<Result<T>> callback) {
        threads.execute(() -> callback.accept(result(call)));
    }

    private static <T> Result<T> result(Callable<T> call) {
        try {
            return new Done<>(call.call());
        } catch (Exception e) {
            return new Failed<>(e);
        }
    }

    @Override
    public void close() {
        timers.shutdownNow();
        threads.close();
    }
}
