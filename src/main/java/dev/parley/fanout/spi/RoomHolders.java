package dev.parley.fanout.spi;

import dev.parley.kernel.NodeId;
import dev.parley.kernel.RoomId;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;

/// Which nodes hold a room in memory, so that publishers send to them alone. A registry without a memory worth the
/// name: it may forget everything, and then its generation is another one.
///
/// Calls block, have a deadline, and may be made by several threads and nodes; each is atomic, and what one has done
/// the next one sees. A call that throws may have been carried out all the same. It throws [RuntimeException] when the
/// registry cannot be reached. The registry's clock alone decides what has run out.
public interface RoomHolders {

    /// Rooms of one call, at most.
    int MOST_ROOMS = 500;

    /// @param generation of the registry
    /// @param before those of the rooms that the node held already, without interruption
    record Registered(String generation, Set<RoomId> before) {}

    /// @param generation of the registry
    /// @param nodes of each room that anybody holds
    record Holders(String generation, Map<RoomId, Set<NodeId>> nodes) {}

    /// Enters the node as a holder of these rooms from now on, or renews that it is one.
    ///
    /// @param rooms at most [#MOST_ROOMS]; none = tell the generation
    /// @param stamp of this registration, by which it is taken back
    /// @param lease after which the node holds them no more
    Registered register(NodeId node, Collection<RoomId> rooms, long stamp, Duration lease);

    /// The node holds these rooms no more.
    ///
    /// @param stamps of each room's last registration; nothing happens to a room that was registered again since
    void unregister(NodeId node, Map<RoomId, Long> stamps);

    /// @param rooms at most [#MOST_ROOMS]
    Holders holders(Collection<RoomId> rooms);
}
