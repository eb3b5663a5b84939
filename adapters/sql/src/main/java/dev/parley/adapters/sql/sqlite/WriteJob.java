package dev.parley.adapters.sql.sqlite;

import dev.parley.log.spi.OutcomeUnknownException;
import dev.parley.log.spi.StoreUnavailableException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Something the writer is asked to do, and the caller who waits for it. Either the writer takes it or the
/// caller gives it up, never both: so a caller whose deadline passed knows whether anything can have been
/// written.
///
/// @param <W> what is to be done
/// @param <T> what comes of it
final class WriteJob<W, T> {

    private enum State {
        QUEUED,
        TAKEN,
        GIVEN_UP
    }

    private final W work;
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
                ? new StoreUnavailableException("SQLite's writer did not come to it in time", cause)
                : new OutcomeUnknownException("SQLite's writer did not finish it in time", cause);
    }

    private static RuntimeException failure(@Nullable Throwable cause) {
        return cause instanceof RuntimeException expected
                ? expected
                : new IllegalStateException("a write ended in an unexpected way", cause);
    }
}
