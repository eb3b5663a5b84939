package dev.parley.server;

import dev.parley.cluster.NodeLease;
import org.springframework.boot.web.server.context.WebServerApplicationContext;

/// Takes this node out of the directory once everything taken is committed.
final class NodeStop extends StopStep {

    /// Beside the web server, and before the timers end.
    private static final int PHASE = WebServerApplicationContext.START_STOP_LIFECYCLE_PHASE;

    private final NodeLease lease;

    NodeStop(NodeLease lease) {
        super(PHASE);
        this.lease = lease;
    }

    @Override
    void finish(Runnable done) {
        lease.leave(done);
    }
}
