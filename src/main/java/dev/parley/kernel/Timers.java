package dev.parley.kernel;

import java.time.Duration;

/// Runs tasks later. Tasks are short and never block; they run on any thread, one late task may run beside another.
@FunctionalInterface
public interface Timers {

    /// Runs the task once, not before the delay is over. What is still due when the node stops is dropped.
    void after(Duration delay, Runnable task);
}
