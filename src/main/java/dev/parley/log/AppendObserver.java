package dev.parley.log;

import dev.parley.kernel.RoomId;
import dev.parley.kernel.Tier;
import java.time.Duration;

/// Counts what the lanes do, for metrics. Called from the lanes; must not block.
public interface AppendObserver {

    AppendObserver NONE = new AppendObserver() {};

    /// One transaction of this many items took this long.
    default void transaction(int items, Duration took) {}

    /// An item was committed (not for a duplicate).
    default void appended() {}

    default void duplicate() {}

    /// An item was refused; the reason is the refusal's kebab-case name.
    default void refused(String reason) {}

    /// A message, not an event of the server's own, is in the log for the first time.
    default void taken(RoomId room, Tier tier) {}

    /// A message was refused by a limit; told beside [#refused].
    default void overLimit(RoomId room, Tier tier, Quota quota) {}

    /// A transaction failed and is tried again.
    default void retried() {}
}
