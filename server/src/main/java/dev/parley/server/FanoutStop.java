package dev.parley.server;

import dev.parley.fanout.BusFanout;
import org.springframework.boot.web.server.context.WebServerApplicationContext;

/// Leaves the bus once everything taken is committed, so that other nodes hear of it.
final class FanoutStop extends StopStep {

    /// Beside the web server, and before the timers end.
    private static final int PHASE = WebServerApplicationContext.START_STOP_LIFECYCLE_PHASE;

    private final BusFanout fanout;

    FanoutStop(BusFanout fanout) {
        super(PHASE);
        this.fanout = fanout;
    }

    @Override
    void finish(Runnable done) {
        fanout.close();
        done.run();
    }
}
