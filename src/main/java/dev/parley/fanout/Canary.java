package dev.parley.fanout;

import dev.parley.fanout.spi.Bus;
import dev.parley.kernel.Clock;
import dev.parley.kernel.NodeId;
import dev.parley.kernel.Timers;
import java.time.Duration;

/// Sends this node a message through the broker each second and notices when none comes back: a connection may be there
/// and carry nothing. Any thread.
final class Canary {

    static final Duration EVERY = Duration.ofSeconds(1);
    static final Duration PATIENCE = Duration.ofSeconds(3);

    private final NodeId self;
    private final Channel own;
    private final Bus bus;
    private final Clock clock;
    private final Timers timers;
    private final Runnable lost;
    /// Touched by one tick after the other.
    private long sent;

    private volatile long heardAt;
    private volatile boolean silent;
    private volatile boolean ended;

    /// @param lost called when nothing has come back for too long, and once more when something does
    Canary(NodeId self, Channel own, Bus bus, Clock clock, Timers timers, Runnable lost) {
        this.self = self;
        this.own = own;
        this.bus = bus;
        this.clock = clock;
        this.timers = timers;
        this.lost = lost;
        this.heardAt = clock.nanos();
    }

    void start() {
        timers.after(EVERY, this::tick);
    }

    void end() {
        ended = true;
    }

    /// A new connection is given its time; its rooms are looked at anyway.
    void connected() {
        heardAt = clock.nanos();
        silent = false;
    }

    void heard() {
        heardAt = clock.nanos();
        if (silent) {
            silent = false;
            lost.run();
        }
    }

    /// Whether there is a connection that carries nothing.
    boolean silent() {
        return silent;
    }

    private void tick() {
        if (ended) {
            return;
        }
        if (bus.health().connected()) {
            bus.publish(own, MessageWriter.chirp(self, ++sent));
            if (!silent && clock.nanos() - heardAt > PATIENCE.toNanos()) {
                silent = true;
                lost.run();
            }
        }
        timers.after(EVERY, this::tick);
    }
}
