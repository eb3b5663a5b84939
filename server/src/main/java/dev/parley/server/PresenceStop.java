package dev.parley.server;

import dev.parley.presence.PresenceKeeper;
import java.time.Duration;
import org.springframework.boot.web.server.context.WebServerApplicationContext;

/// Lets the registry know of those whom this server has sent away: their grace begins, in which they come
/// back elsewhere.
final class PresenceStop extends StopStep {

    /// After the streams have ended, beside the web server.
    private static final int PHASE = WebServerApplicationContext.START_STOP_LIFECYCLE_PHASE;

    /// A registry that does not answer is not waited for: others begin the grace once this node's lease has
    /// run out.
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final PresenceKeeper keeper;

    PresenceStop(PresenceKeeper keeper) {
        super(PHASE);
        this.keeper = keeper;
    }

    @Override
    void finish(Runnable done) {
        keeper.settle(PATIENCE, done);
    }
}
