package dev.parley.adapters.memory;

import dev.parley.cluster.LiveNode;
import dev.parley.cluster.Node;
import dev.parley.cluster.spi.NodeDirectory;
import dev.parley.kernel.NodeId;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The nodes of one JVM: for simulations and tests.
public final class MemoryNodeDirectory implements NodeDirectory {

    private final InstantSource time;
    /// Bounded by the nodes there are within [#KEPT].
    private final Map<String, LiveNode> nodes = new TreeMap<>();

    public MemoryNodeDirectory(InstantSource time) {
        this.time = time;
    }

    @Override
    public synchronized List<LiveNode> renew(Node node, Duration lease) {
        long now = time.millis();
        nodes.values().removeIf(known -> known.expiresAt() < now - KEPT.toMillis());
        LiveNode known = nodes.get(node.id().value());
        long started = known == null ? now : known.startedAt();
        nodes.put(node.id().value(), new LiveNode(node, started, now, now + lease.toMillis()));
        return live();
    }

    @Override
    public synchronized List<LiveNode> live() {
        long now = time.millis();
        return nodes.values().stream().filter(node -> node.expiresAt() > now).toList();
    }

    @Override
    public synchronized void leave(NodeId id) {
        nodes.remove(id.value());
    }
}
