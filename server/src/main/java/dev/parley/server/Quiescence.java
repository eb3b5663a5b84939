package dev.parley.server;

import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.SmartLifecycle;

/// The last thing to stop before the stores are closed: timers and blocking calls, so that nothing of the core asks a
/// store that is gone. By now the web server is down.
final class Quiescence implements SmartLifecycle {

    private static final int PHASE = WebServerApplicationContext.START_STOP_LIFECYCLE_PHASE - 1;

    private final HandOverTimers timers;
    private final VirtualThreadOffload offload;
    private final VirtualThreadOffload reads;
    private volatile boolean running;

    Quiescence(HandOverTimers timers, VirtualThreadOffload offload, VirtualThreadOffload reads) {
        this.timers = timers;
        this.offload = offload;
        this.reads = reads;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    @Override
    public void start() {
        running = true;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public void stop() {
        running = false;
        timers.close();
        reads.close();
        offload.close();
    }
}
