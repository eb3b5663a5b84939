package dev.parley.cluster;

import dev.parley.kernel.NodeId;
import org.jspecify.annotations.Nullable;

/// A server as the others see it.
///
/// @param address where it listens, host and port; a second one there can only be the same server started again
/// @param zone where it stands, as its operator calls it; null = not told
/// @param fanout how it hears of the others' events; those that do it in another way do not hear each other
public record Node(NodeId id, String address, @Nullable String zone, String fanout) {}
