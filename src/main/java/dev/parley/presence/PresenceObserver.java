package dev.parley.presence;

import dev.parley.kernel.NodeId;
import java.util.List;

/// Hears what this node tells the registry and does in its name: for metrics, and for other nodes that may be
/// told. Called from any thread; must not block.
public interface PresenceObserver {

    PresenceObserver NONE = new PresenceObserver() {};

    /// The registry answered to so many changes in one call.
    default void told(int changes) {}

    /// A call of the registry failed, or its answer did not come; it will be made again.
    default void failed() {}

    /// Everything is told again: this node was without its lease for a while, or the registry has lost what it
    /// knew.
    default void toldAgain() {}

    /// These sessions were open on that node and are open here since. It finds out by itself within
    /// [PresenceKeeper#ROUND] or so; told of it, at once.
    ///
    /// @param places at most [dev.parley.presence.spi.PresenceRegistry#MOST_CHANGES]
    default void tookOver(NodeId from, List<Place> places) {}

    /// A session is open elsewhere since, and its connections here are closed.
    default void gaveWay() {}

    /// One sweep is over.
    ///
    /// @param departed whose leaves were written down by it
    default void swept(int departed) {}
}
