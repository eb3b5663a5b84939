package dev.parley.delivery;

import dev.parley.delivery.Notice.ReconnectReason;
import dev.parley.kernel.Timers;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// The end of a node's streams: they are sent away spread over a window, and what has not closed by
/// [#GRACE] after it is aborted. Any thread.
final class Drain {

    /// How long after a drain's window connections may take to close.
    static final Duration GRACE = Duration.ofMillis(500);

    private final Collection<DeliveryLane> lanes;
    private final Bound open;
    private final Timers timers;
    private final RandomGenerator random;
    private final AtomicReference<@Nullable Runnable> drained = new AtomicReference<>();
    private volatile boolean begun;

    /// @param lanes the node's, as they are when it begins and when it ends
    /// @param open streams that are open or being opened
    Drain(Collection<DeliveryLane> lanes, Bound open, Timers timers, RandomGenerator random) {
        this.lanes = lanes;
        this.open = open;
        this.timers = timers;
        this.random = random;
    }

    boolean begun() {
        return begun;
    }

    /// Call once.
    ///
    /// @param done told once all have closed or the grace is over
    void begin(Duration window, Runnable done) {
        drained.set(done);
        begun = true;
        lanes.forEach(lane -> lane.execute(() -> lane.all().forEach(stream -> sendAway(lane, stream, window))));
        timers.after(window.plus(GRACE), this::giveUp);
        left(open.size());
    }

    private void sendAway(DeliveryLane lane, Stream stream, Duration window) {
        long delay = random.nextLong(Math.max(1, window.toNanos()));
        lane.after(Duration.ofNanos(delay), () -> stream.sendAway(ReconnectReason.DRAINING));
    }

    private void giveUp() {
        lanes.forEach(lane -> lane.execute(() -> lane.all().forEach(Stream::abort)));
        left(0);
    }

    /// One has closed, and so many are left.
    void left(int streams) {
        if (begun && streams == 0) {
            Runnable done = drained.getAndSet(null);
            if (done != null) {
                done.run();
            }
        }
    }
}
