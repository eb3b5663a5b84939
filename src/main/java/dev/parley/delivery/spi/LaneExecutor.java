package dev.parley.delivery.spi;

import java.time.Duration;

/// One thread or event loop that connections belong to: everything a lane's streams do happens here, one
/// task at a time.
/// Tasks are short and never block. One object per loop, as long as the loop lives; a few in all. Once the
/// loop has ended its tasks are dropped without an exception.
public interface LaneExecutor {

    /// Runs the task later, never before this method has returned, in the order of the calls. What the loop
    /// has to read and accept comes in between, however many tasks follow each other. Any thread.
    void execute(Runnable task);

    /// Runs the task once, not before the delay is over. Any thread.
    void after(Duration delay, Runnable task);
}
