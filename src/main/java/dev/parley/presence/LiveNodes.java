package dev.parley.presence;

import dev.parley.cluster.spi.NodeDirectory;
import dev.parley.kernel.NodeId;
import java.util.Set;
import java.util.stream.Collectors;

/// Which nodes have a lease that has not run out. Blocks, has a deadline.
@FunctionalInterface
public interface LiveNodes {

    Set<NodeId> now();

    static LiveNodes of(NodeDirectory directory) {
        return () -> directory.live().stream().map(live -> live.node().id()).collect(Collectors.toSet());
    }
}
