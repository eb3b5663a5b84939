package dev.parley.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntFunction;

/// Runs calls at the same time, on platform threads: virtual ones that never wait would keep the others
/// out.
public final class AtOnce {

    private AtOnce() {}

    /// The results of calls 0 … n − 1, which all begin together.
    public static <T> List<T> run(int calls, IntFunction<Callable<T>> call) {
        var gate = new CountDownLatch(calls);
        try (var threads = Executors.newFixedThreadPool(calls)) {
            var running = new ArrayList<Future<T>>();
            for (int i = 0; i < calls; i++) {
                var mine = call.apply(i);
                running.add(threads.submit(() -> {
                    gate.countDown();
                    gate.await();
                    return mine.call();
                }));
            }
            return running.stream().map(AtOnce::result).toList();
        }
    }

    /// The call, which tells those who wait for its end that it ended, however it did.
    static <T> Callable<T> telling(AtomicBoolean done, Callable<T> call) {
        return () -> {
            try {
                return call.call();
            } finally {
                done.set(true);
            }
        };
    }

    private static <T> T result(Future<T> call) {
        try {
            return call.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting for a call", e);
        } catch (ExecutionException e) {
            throw new AssertionError("a concurrent call failed", e.getCause());
        }
    }
}
