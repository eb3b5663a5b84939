package dev.parley.adapters.redis;

import dev.parley.cluster.LiveNode;
import dev.parley.kernel.NodeId;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// What a directory said last, and who was in one that was lost since. Bounded by the nodes there are within a lease.
///
/// @param directory which it was
/// @param live who is in it
/// @param lost who is not but was in one before, his lease not having run out
record LostNodes(String directory, List<LiveNode> live, List<LiveNode> lost) {

    static final LostNodes NONE = new LostNodes("", List.of(), List.of());

    /// After the next answer.
    ///
    /// @param now by the clock that leases are written with
    LostNodes after(String said, long now, List<LiveNode> found) {
        var candidates = said.equals(directory) ? lost : all();
        return new LostNodes(
                said,
                found,
                candidates.stream()
                        .filter(node -> node.expiresAt() > now
                                && !isIn(found, node.node().id()))
                        .toList());
    }

    private static boolean isIn(List<LiveNode> nodes, NodeId id) {
        return nodes.stream().anyMatch(node -> node.node().id().equals(id));
    }

    LostNodes without(NodeId id) {
        return new LostNodes(directory, others(live, id), others(lost, id));
    }

    private static List<LiveNode> others(List<LiveNode> nodes, NodeId id) {
        return nodes.stream().filter(node -> !node.node().id().equals(id)).toList();
    }

    /// By id.
    List<LiveNode> all() {
        return Stream.concat(live.stream(), lost.stream())
                .sorted(Comparator.comparing(node -> node.node().id().value()))
                .toList();
    }
}
