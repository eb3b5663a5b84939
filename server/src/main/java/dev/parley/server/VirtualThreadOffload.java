package dev.parley.server;

import dev.parley.kernel.Offload;
import dev.parley.kernel.OffloadFullException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs each call on a virtual thread of its own, and its callback on the same thread afterwards. When [#limit] calls
/// are under way, a further one fails at once, on the caller's thread.
public final class VirtualThreadOffload implements Offload, AutoCloseable {

    /// What is given to calls that are under way when everything stops. They are background work by then.
    private static final Duration LAST_CALLS = Duration.ofSeconds(1);

    private static final Logger log = LoggerFactory.getLogger(VirtualThreadOffload.class);

    private final int limit;
    private final AtomicInteger underWay = new AtomicInteger();
    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("offload-", 0).factory());

    public VirtualThreadOffload(int limit) {
        this.limit = limit;
    }

    /// Calls that have not ended yet.
    int underWay() {
        return underWay.get();
    }

    @Override
    public <T> void run(Callable<T> call, Consumer<Result<T>> callback) {
        if (underWay.incrementAndGet() > limit) {
            underWay.decrementAndGet();
            callback.accept(new Failed<>(new OffloadFullException(limit)));
            return;
        }
        try {
            threads.execute(() -> finish(call, callback));
        } catch (RejectedExecutionException _) {
            // Closed: the process is about to end, and nobody is left who waits.
            underWay.decrementAndGet();
        }
    }

    /// Waits a little for what has begun. What comes later is dropped, without an answer.
    @Override
    public void close() {
        threads.shutdown();
        try {
            threads.awaitTermination(LAST_CALLS.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private <T> void finish(Callable<T> call, Consumer<Result<T>> callback) {
        Result<T> result = resultOf(call);
        // Before the callback, which may begin the next call in place of this one.
        underWay.decrementAndGet();
        try {
            callback.accept(result);
        } catch (RuntimeException e) {
            log.error("A callback failed on the result of an offloaded call", e);
        }
    }

    /// Errors too: whoever waits for the callback would wait for ever.
    private static <T> Result<T> resultOf(Callable<T> call) {
        try {
            return new Done<>(call.call());
        } catch (Exception e) {
            return new Failed<>(e);
        } catch (Error e) {
            log.error("An offloaded call ended with an error", e);
            return new Failed<>(new IllegalStateException("a call ended with an error", e));
        }
    }
}
