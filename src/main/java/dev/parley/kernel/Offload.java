package dev.parley.kernel;

import java.util.concurrent.Callable;
import java.util.function.Consumer;

/// The only way for core code to make a call that may block. Backed by virtual threads in production and by the event
/// queue of a simulation in tests.
public interface Offload {

    /// Runs the call elsewhere and hands its result to the callback exactly once, on any thread, never before this
    /// method was entered. The callback must not block. A call is bounded in time by whoever implements it (the
    /// adapters' deadlines); when too many are under way the result is [Failed] with [OffloadFullException].
    <T> void run(Callable<T> call, Consumer<Result<T>> callback);

    /// How an offloaded call ended.
    sealed interface Result<T> {}

    record Done<T>(T value) implements Result<T> {}

    record Failed<T>(Exception cause) implements Result<T> {}
}
