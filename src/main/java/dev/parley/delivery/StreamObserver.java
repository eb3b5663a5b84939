package dev.parley.delivery;

import dev.parley.delivery.Notice.DropReason;
import dev.parley.delivery.Notice.GapReason;
import dev.parley.kernel.Tier;

/// Counts what streams do, for metrics. Called from any lane; must not block.
public interface StreamObserver {

    StreamObserver NONE = new StreamObserver() {};

    /// A stream was opened and has been answered.
    default void opened() {}

    /// It has ended; once for each that was opened.
    default void closed() {}

    /// A stream begins to read a room from the log instead of from memory.
    default void catchUp() {}

    default void gap(GapReason reason) {}

    /// This many events were written to one stream, of which so many before it had reached the head of its
    /// hello.
    default void delivered(int events, int replayed) {}

    /// One stream was told that so many events are left out.
    default void leftOut(Tier tier, DropReason reason, int count) {}

    /// A page was read from the log for those who catch up.
    default void pageRead() {}

    /// A tail looked into the log: on its start, for a hole, or as a check.
    default void tailRead() {}

    /// A connection was aborted because it made no progress.
    default void stalled() {}

    /// A stream was sent away for what it pinned.
    default void slow() {}
}
