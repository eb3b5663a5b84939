package dev.parley.server;

import org.springframework.boot.web.server.context.WebServerApplicationContext;

/// The last thing to stop before the stores are closed: timers and blocking calls, so that nothing of the
/// core asks a store that is gone. By now the web server is down.
final class Quiescence extends StopStep {

    private static final int PHASE = WebServerApplicationContext.START_STOP_LIFECYCLE_PHASE - 1;

    private final HandOverTimers timers;
    private final VirtualThreadOffload offload;
    private final VirtualThreadOffload reads;
    private final VirtualThreadOffload presence;

    Quiescence(
            HandOverTimers timers,
            VirtualThreadOffload offload,
            VirtualThreadOffload reads,
            VirtualThreadOffload presence) {
        super(PHASE);
        this.timers = timers;
        this.offload = offload;
        this.reads = reads;
        this.presence = presence;
    }

    @Override
    void finish(Runnable done) {
        timers.close();
        reads.close();
        presence.close();
        offload.close();
        done.run();
    }
}
