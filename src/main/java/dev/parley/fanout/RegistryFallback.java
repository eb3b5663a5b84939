package dev.parley.fanout;

/// What is done with news whose rooms' holders are not known.
public enum RegistryFallback {
    /// They go to every node.
    BROADCAST,
    /// They go to the holders as they were last known; those of a room that is not known at all go to every node.
    CACHED,
    /// They go nowhere. Other nodes find them in the log within a second.
    REJECT
}
