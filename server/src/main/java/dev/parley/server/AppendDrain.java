package dev.parley.server;

import dev.parley.log.AppendLanes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.web.server.context.WebServerApplicationContext;

/// The first thing to stop: from then on publishes are refused, and those taken before are committed and answered while
/// the web server still carries answers. Readiness has been off since before.
final class AppendDrain extends StopStep {

    /// The web server's own graceful stop begins one phase later.
    private static final int PHASE = WebServerApplicationContext.GRACEFUL_SHUTDOWN_PHASE + 1;

    private static final Logger log = LoggerFactory.getLogger(AppendDrain.class);

    private final AppendLanes lanes;

    AppendDrain(AppendLanes lanes) {
        super(PHASE);
        this.lanes = lanes;
    }

    @Override
    void finish(Runnable done) {
        log.info("Stopping: no publish is taken any more, {} under way are finished", lanes.depth());
        lanes.stop(done);
    }
}
