package dev.parley.bench.delivery;

import dev.parley.bench.peer.Access;
import dev.parley.bench.server.JavaHeap;
import dev.parley.bench.server.ProcessFigures;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// The server that is loaded.
///
/// @param pids its processes; empty when they are not known
/// @param credentials how another process of the load gets the same access, as its environment
/// @param where in words, for the report
record Subject(
        InetSocketAddress address, List<Long> pids, Access access, Map<String, String> credentials, String where) {

    ProcessFigures figures() {
        return new ProcessFigures(pids);
    }

    /// What is live on its heap, when it is one JVM of this machine.
    OptionalLong liveHeap() {
        return pids.size() == 1 ? JavaHeap.liveBytes(pids.getFirst()) : OptionalLong.empty();
    }
}
