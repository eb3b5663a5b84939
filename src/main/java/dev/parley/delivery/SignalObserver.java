package dev.parley.delivery;

/// Counts signals, for metrics. Called from any thread; must not block.
public interface SignalObserver {

    SignalObserver NONE = new SignalObserver() {};

    /// So many, as they are after merging, go out to the node's streams.
    default void told(int signals) {}

    /// So many are told to nobody: newer ones took their place, they came too late, or a bound was reached.
    default void dropped(int signals) {}
}
