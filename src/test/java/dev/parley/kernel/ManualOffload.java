package dev.parley.kernel;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/// Keeps offloaded calls until the test lets each of them happen, or fail.
public final class ManualOffload implements Offload {

    private final Deque<Call<?>> calls = new ArrayDeque<>();

    @Override
    public <T> void run(Callable<T> call, Consumer<Result<T>> callback) {
        calls.add(new Call<>(call, callback));
    }

    public int open() {
        return calls.size();
    }

    /// Takes the oldest call that was not taken yet.
    public Call<?> next() {
        return calls.remove();
    }

    /// Lets the oldest call happen.
    public void finishNext() {
        next().finish();
    }

    /// Lets calls happen, oldest first, also those that follow from them, until none is left.
    public void finishAll() {
        while (!calls.isEmpty()) {
            finishNext();
        }
    }

    public static final class Call<T> {

        private final Callable<T> call;
        private final Consumer<Result<T>> callback;

        private Call(Callable<T> call, Consumer<Result<T>> callback) {
            this.call = call;
            this.callback = callback;
        }

        public void finish() {
            happen().run();
        }

        /// Makes the call now; its answer comes when the returned task runs.
        public Runnable happen() {
            Result<T> result = result();
            return () -> callback.accept(result);
        }

        private Result<T> result() {
            try {
                return new Done<>(call.call());
            } catch (Exception e) {
                return new Failed<>(e);
            }
        }

        /// The call is never made.
        public void fail(Exception cause) {
            callback.accept(new Failed<>(cause));
        }

        /// The call is made and its answer lost.
        public void finishButFail(Exception cause) {
            happen();
            fail(cause);
        }
    }
}
