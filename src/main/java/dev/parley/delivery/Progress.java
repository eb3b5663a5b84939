package dev.parley.delivery;

import dev.parley.delivery.spi.Outlet;
import java.time.Duration;

/// Notices a client that takes nothing of what waits for it. Touched on the stream's lane only; times in
/// nanoseconds of the node's clock.
final class Progress {

    private final Outlet outlet;
    private final long deadline;
    private long written;
    private long taken;
    private long madeAt;

    Progress(Outlet outlet, Duration deadline, long now) {
        this.outlet = outlet;
        this.deadline = deadline.toNanos();
        this.madeAt = now;
    }

    /// Whether the client has something to take, or the outlet has not begun.
    boolean waiting() {
        return outlet.pending() > 0 || !outlet.writable();
    }

    void aboutToWrite(long now) {
        if (!waiting()) {
            madeAt = now;
        }
    }

    void wrote(int bytes) {
        written += bytes;
    }

    void made(long now) {
        madeAt = now;
    }

    boolean stalled(long now) {
        long takenNow = written - outlet.pending();
        if (!waiting() || takenNow > taken) {
            taken = takenNow;
            madeAt = now;
        }
        return now - madeAt >= deadline;
    }
}
