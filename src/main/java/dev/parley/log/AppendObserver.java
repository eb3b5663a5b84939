package dev.parley.log;

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

    /// A transaction failed and is tried again.
    default void retried() {}
}
