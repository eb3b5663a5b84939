package dev.parley.adapters.sql.sqlite;

import dev.parley.kernel.Offload.Done;
import dev.parley.kernel.Offload.Failed;
import dev.parley.kernel.Offload.Result;
import dev.parley.log.spi.OutcomeUnknownException;
import dev.parley.log.spi.StoreUnavailableException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Something the writer is asked to do, and the caller who waits for it. Either the writer takes it or the
/// caller gives it up, never both: so a caller whose deadline passed knows whether anything can have been
/// written.
///
/// @param <W> what is to be done
/// @param <T> what comes of it
final class WriteJob<W, T> {

    private static final String TOO_LATE = "SQLite's writer did not come to it in time";

    private enum State {
        QUEUED,
        TAKEN,
        GIVEN_UP
    }

    private final W work;
    private final long made = System.nanoTime();
    private final AtomicReference<State> state = new AtomicReference<>(State.QUEUED);
    private final CompletableFuture<T> outcome = new CompletableFuture<>();

    WriteJob(W work) {
        this.work = work;
    }

    W work() {
        return work;
    }

    /// By the writer, before it begins.
    ///
    /// @return false when nobody waits any more
    boolean take() {
        return state.compareAndSet(State.QUEUED, State.TAKEN);
    }

    void done(T result) {
        outcome.complete(result);
    }

    void failed(RuntimeException cause) {
        outcome.completeExceptionally(cause);
    }

    /// For a caller that does not wait: told once, on the thread that ends the job. What it throws reaches nobody.
    void whenEnded(Consumer<Result<T>> told) {
        outcome.whenComplete((result, cause) -> told.accept(
                cause == null ? new Done<>(result) : new Failed<>(cause instanceof Exception e ? e : failure(cause))));
    }

    /// By whoever looks after those who do not wait. Nothing happens when it is not that late or the writer is at it.
    void giveUpIfOlderThan(Duration age) {
        if (System.nanoTime() - made > age.toNanos() && state.compareAndSet(State.QUEUED, State.GIVEN_UP)) {
            failed(new StoreUnavailableException(TOO_LATE));
        }
    }

    /// By the caller.
    T await(Duration deadline) {
        try {
            return outcome.get(deadline.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw late(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw late(e);
        } catch (ExecutionException e) {
            throw failure(e.getCause());
        }
    }

    private RuntimeException late(Exception cause) {
        return state.compareAndSet(State.QUEUED, State.GIVEN_UP)
                ? new StoreUnavailableException(TOO_LATE, cause)
                : new OutcomeUnknownException("SQLite's writer did not finish it in time", cause);
    }

    private static RuntimeException failure(@Nullable Throwable cause) {
        return cause instanceof RuntimeException expected
                ? expected
                : new IllegalStateException("a write ended in an unexpected way", cause);
    }
}
