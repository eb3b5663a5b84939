package dev.parley.delivery;

import dev.parley.delivery.spi.Outlet;
import dev.parley.delivery.spi.PassBuffer;
import java.time.Duration;

/// A stream's way out: when it was written to last, and whether the client takes what waits for it. Touched on the
/// stream's lane only; times in nanoseconds of the node's clock.
final class StreamOutput {

    private final Outlet outlet;
    private final long deadline;
    private long written;
    private long taken;
    private long madeAt;
    private long lastWriteAt;

    /// @param deadline how long the client may take nothing while something waits
    StreamOutput(Outlet outlet, Duration deadline, long now) {
        this.outlet = outlet;
        this.deadline = deadline.toNanos();
        this.madeAt = now;
        this.lastWriteAt = now;
    }

    boolean writable() {
        return outlet.writable();
    }

    /// Whether the client has something to take, or the outlet has not begun.
    boolean waiting() {
        return outlet.pending() > 0 || !outlet.writable();
    }

    long lastWriteAt() {
        return lastWriteAt;
    }

    void write(Slice slice, long now) {
        aboutToWrite(now);
        wrote(slice.writeTo(outlet), now);
    }

    /// A buffer that other streams get too.
    void write(PassBuffer shared, long now) {
        aboutToWrite(now);
        int bytes = shared.size();
        shared.retain(1);
        outlet.write(shared);
        wrote(bytes, now);
    }

    /// What waits for the client may be somebody else's too.
    void beside(int bytes) {
        written += bytes;
    }

    private void aboutToWrite(long now) {
        if (!waiting()) {
            madeAt = now;
        }
    }

    private void wrote(int bytes, long now) {
        if (bytes > 0) {
            written += bytes;
            lastWriteAt = now;
        }
    }

    /// The client took something.
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

    void end() {
        outlet.end();
    }

    void abort() {
        outlet.abort();
    }
}
