package dev.parley.kernel;

/// Monotonic time of this node, for deadlines and ages. Says nothing about the time of day: that is the store's to
/// tell.
@FunctionalInterface
public interface Clock {

    /// Nanoseconds since an arbitrary moment; compare only by difference.
    long nanos();
}
