package dev.parley.cluster.spi;

import dev.parley.cluster.LiveNode;
import dev.parley.cluster.Node;
import dev.parley.kernel.NodeId;
import java.time.Duration;
import java.util.List;

/// Which servers share a store, each under a lease that it renews. The store's clock decides what has run out, never a
/// node's.
///
/// Calls block, have a deadline, and may be made by several threads; each is atomic, and what one has done the next
/// one sees, on whichever node. A call that throws may have been carried out all the same. It throws
/// [RuntimeException] when the directory cannot be reached.
public interface NodeDirectory {

    /// Nodes that ended without leaving are forgotten so long after their lease.
    Duration KEPT = Duration.ofMinutes(10);

    /// Enters the node, or renews its lease from now on and brings what it says of itself up to date. One that ran out
    /// and comes back is the same node.
    ///
    /// @return all whose lease has not run out, this one included, by id
    List<LiveNode> renew(Node node, Duration lease);

    /// All whose lease has not run out, by id.
    List<LiveNode> live();

    /// Takes a node out at once. Nothing when it is not there.
    void leave(NodeId id);
}
