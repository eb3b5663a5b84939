package dev.parley.server;

import org.springframework.context.SmartLifecycle;

/// Something that is done once while the server stops, at its place in the order of all that stops.
abstract class StopStep implements SmartLifecycle {

    private final int phase;
    private volatile boolean running;

    /// @param phase higher ones stop earlier, equal ones together
    StopStep(int phase) {
        this.phase = phase;
    }

    /// Does it, or begins to.
    ///
    /// @param done to be run when the next phase may begin
    abstract void finish(Runnable done);

    @Override
    public final int getPhase() {
        return phase;
    }

    @Override
    public final void start() {
        running = true;
    }

    @Override
    public final boolean isRunning() {
        return running;
    }

    @Override
    public final void stop(Runnable callback) {
        running = false;
        finish(callback);
    }

    @Override
    public final void stop() {
        stop(() -> {});
    }
}
