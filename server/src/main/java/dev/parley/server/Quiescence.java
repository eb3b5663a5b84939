package dev.parley.server;

import java.util.List;
import org.springframework.boot.web.server.context.WebServerApplicationContext;

/// The last thing to stop before the stores are closed: timers and blocking calls, so that nothing of the
/// core asks a store that is gone. By now the web server is down.
final class Quiescence extends StopStep {

    private static final int PHASE = WebServerApplicationContext.START_STOP_LIFECYCLE_PHASE - 1;

    private final HandOverTimers timers;
    private final List<VirtualThreadOffload> calls;

    /// @param calls stopped in this order
    Quiescence(HandOverTimers timers, List<VirtualThreadOffload> calls) {
        super(PHASE);
        this.timers = timers;
        this.calls = calls;
    }

    @Override
    void finish(Runnable done) {
        timers.close();
        calls.forEach(VirtualThreadOffload::close);
        done.run();
    }
}
