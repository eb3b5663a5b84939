package dev.parley.delivery;

import dev.parley.delivery.spi.Outlet;
import dev.parley.delivery.spi.PassBuffer;
import org.jspecify.annotations.Nullable;

/// A stream's way out: when it was written to last, whether the client takes what waits for it, and which buffers it
/// pins meanwhile. Touched on the stream's lane only; times in nanoseconds of the node's clock.
final class StreamOutput {

    private final Outlet outlet;
    private final LanePins lane;
    private final long deadline;
    private final int maxPinned;
    private long written;
    private long taken;
    private long acknowledged;
    private long madeAt;
    private long lastWriteAt;
    /// Null while nothing is pinned, as for most streams at most times.
    private @Nullable StreamPins pins;

    private boolean forgiven;
    /// What it pinned when it was sent away.
    private int leaving;

    StreamOutput(Outlet outlet, LanePins lane, StreamSettings settings, long now) {
        this.outlet = outlet;
        this.lane = lane;
        this.deadline = settings.writeDeadline().toNanos();
        this.maxPinned = settings.maxPinned();
        this.madeAt = now;
        this.lastWriteAt = now;
    }

    boolean writable() {
        return outlet.writable() && pinned() < maxPinned;
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
        int held = slice.held();
        int bytes = slice.writeTo(outlet);
        wrote(bytes, now);
        if (bytes > 0 && pins()) {
            hold().add(new Pinned(held), written);
        }
    }

    /// What other streams get too.
    void write(Pinned pinned, PassBuffer shared, long now) {
        aboutToWrite(now);
        int bytes = shared.size();
        shared.retain(1);
        outlet.write(shared);
        wrote(bytes, now);
        if (pins()) {
            hold().add(pinned, written);
        }
    }

    /// What waits for the client may be somebody else's too.
    void beside(int bytes) {
        written += bytes;
        if (pins()) {
            hold().addBeside(bytes, written);
        }
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

    /// Whether what was written just now was not taken at once.
    private boolean pins() {
        return !forgiven && outlet.pending() > 0;
    }

    private StreamPins hold() {
        StreamPins known = pins;
        if (known == null) {
            known = new StreamPins(lane);
            pins = known;
        }
        return known;
    }

    /// Bytes of the buffers it has not taken completely.
    int pinned() {
        StreamPins known = pins;
        if (known == null) {
            return 0;
        }
        long waits = outlet.pending();
        if (waits == 0) {
            known.freeAll();
        } else {
            known.taken(written - waits);
        }
        if (known.none()) {
            pins = null;
        }
        return known.bytes();
    }

    /// What would be free without it.
    int share() {
        return pinned() == 0 || pins == null ? 0 : pins.share();
    }

    /// It is charged with nothing any more: what it pins goes with it.
    void forgive() {
        forgiven = true;
        if (pins != null) {
            pins.freeAll();
            pins = null;
        }
        lane.leaves(-leaving);
        leaving = 0;
    }

    /// The same, but it goes only in a moment.
    void forgiveSoon() {
        int bytes = pinned();
        forgive();
        leaving = bytes;
        lane.leaves(bytes);
    }

    /// The client took something.
    void made(long now) {
        madeAt = now;
    }

    boolean stalled(long now) {
        boolean waits = waiting();
        long takenNow = written - outlet.pending();
        long acknowledgedNow = waits ? outlet.acknowledged() : acknowledged;
        if (!waits || takenNow > taken || acknowledgedNow > acknowledged) {
            taken = takenNow;
            acknowledged = acknowledgedNow;
            madeAt = now;
        }
        return now - madeAt >= deadline;
    }

    boolean gone() {
        return outlet.gone();
    }

    void end() {
        outlet.end();
    }

    void abort() {
        outlet.abort();
    }
}
