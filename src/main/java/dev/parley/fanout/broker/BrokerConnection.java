package dev.parley.fanout.broker;

import dev.parley.fanout.Channel;
import dev.parley.fanout.spi.BrokerLink;
import dev.parley.fanout.spi.LinkEvents;
import dev.parley.kernel.Clock;
import dev.parley.kernel.Timers;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One connection of a [BrokerBus], from the attempt to the end; whatever arrives of it later is
/// nobody's. Its events come from any thread and are handled one at a time, on the bus's executor.
final class BrokerConnection implements LinkEvents {

    /// A broker that stops answering is noticed after two to three of these.
    static final Duration PING_EVERY = Duration.ofSeconds(1);

    static final Duration CONFIRM_WITHIN = Duration.ofSeconds(2);

    /// A quarter of a second's worth of a busy bus, and far above what one pass of a healthy listener
    /// leaves.
    static final int MAX_UNHEARD = 4_096;

    static final long MAX_UNHEARD_BYTES = 16 << 20;

    /// Messages handed to the listener before other tasks have their turn.
    private static final int ROUND = 256;

    private final BrokerBus bus;
    private final Clock clock;
    private final Timers timers;
    private final Inbox inbox = new Inbox(MAX_UNHEARD, MAX_UNHEARD_BYTES);
    private final AtomicBoolean hearing = new AtomicBoolean();
    private volatile boolean silent;
    private @Nullable BrokerLink link;
    private @Nullable Subscriptions subscriptions;
    private int inFlight;
    private boolean doubted;
    private boolean watching;
    private boolean ended;

    BrokerConnection(BrokerBus bus, Clock clock, Timers timers) {
        this.bus = bus;
        this.clock = clock;
        this.timers = timers;
    }

    @Override
    public void received(String name, byte[] message) {
        inbox.offer(name, message);
        hear();
    }

    @Override
    public void subscribed(String name) {
        ifAlive(() -> subscriptions().confirmed(name, clock.nanos()));
    }

    @Override
    public void refused(String name, String reason) {
        ifAlive(() -> {
            bus.warn("The broker refuses the channel " + name + ": " + reason);
            subscriptions().refused(name, clock.nanos());
        });
    }

    @Override
    public void sent(int messages) {
        ifAlive(() -> {
            inFlight -= messages;
            bus.pump();
        });
    }

    @Override
    public void answered() {
        silent = false;
    }

    @Override
    public void interrupted(String reason) {
        ifAlive(() -> bus.interrupted(reason));
    }

    @Override
    public void lost(String reason) {
        bus.tell(() -> bus.end(this, reason));
    }

    private void ifAlive(Runnable task) {
        bus.tell(() -> attempt(task));
    }

    /// The client library is foreign code: what it throws ends the connection, not the bus.
    private void attempt(Runnable task) {
        if (link == null || ended) {
            return;
        }
        try {
            task.run();
        } catch (RuntimeException e) {
            bus.end(this, "the client failed: " + e);
        }
    }

    void open(BrokerLink opened) {
        link = opened;
        subscriptions = new Subscriptions(opened, bus::answer);
        timers.after(PING_EVERY, this::tick);
    }

    boolean isOpen() {
        return link != null && !ended;
    }

    private void tick() {
        ifAlive(() -> {
            if (!silent) {
                silent = true;
                doubted = false;
                link().ping();
            } else if (doubted) {
                bus.end(
                        this,
                        "the broker has not answered for "
                                + PING_EVERY.multipliedBy(2).toSeconds() + " s");
                return;
            } else {
                // Judged by ticks, not by the clock: a node that was paused itself must not blame the broker.
                doubted = true;
            }
            timers.after(PING_EVERY, this::tick);
        });
    }

    /// Has everything sent so far confirmed, now.
    void ping() {
        attempt(() -> link().ping());
    }

    boolean hasRoom() {
        return isOpen() && inFlight < BrokerLink.MAX_IN_FLIGHT;
    }

    boolean hasNothingInFlight() {
        return inFlight == 0;
    }

    void send(Outbox.Outgoing next) {
        inFlight++;
        attempt(() -> link().publish(next.name(), next.message()));
    }

    void subscribe(Channel channel, Consumer<Boolean> done) {
        attempt(() -> {
            subscriptions().subscribe(channel, done, clock.nanos());
            watch();
        });
    }

    void unsubscribe(Channel channel) {
        attempt(() -> subscriptions().unsubscribe(channel));
    }

    /// One timer for the oldest of those that wait. An answer that is missing makes all later ones
    /// doubtful, and a late one would be a subscription nobody counts on: the connection goes, and with
    /// it both.
    private void watch() {
        Duration wait = subscriptions().longestWait(clock.nanos());
        if (wait == null || watching) {
            return;
        }
        watching = true;
        timers.after(
                CONFIRM_WITHIN.minus(wait),
                () -> ifAlive(() -> {
                    watching = false;
                    Duration now = subscriptions().longestWait(clock.nanos());
                    if (now != null && now.compareTo(CONFIRM_WITHIN) >= 0) {
                        bus.end(
                                this,
                                "the broker has not confirmed a channel within " + CONFIRM_WITHIN.toSeconds() + " s");
                    } else {
                        watch();
                    }
                }));
    }

    private void hear() {
        if (hearing.compareAndSet(false, true)) {
            bus.tell(() -> {
                hearing.set(false);
                attempt(this::hearRound);
            });
        }
    }

    private void hearRound() {
        int dropped = inbox.shed();
        if (dropped > 0) {
            bus.dropped(dropped);
            bus.interrupted("more came in than was heard, " + dropped + " messages were dropped");
        }
        for (int i = 0; i < ROUND; i++) {
            Inbox.Incoming next = inbox.poll();
            if (next == null) {
                return;
            }
            Channel channel = subscriptions().channel(next.name());
            if (channel != null) {
                bus.received(channel, next.message());
            }
        }
        hear();
    }

    /// Whoever waits for a channel is answered no; the client is told to go.
    void end() {
        ended = true;
        if (subscriptions != null) {
            subscriptions.end();
        }
        if (link != null) {
            bus.close(link);
        }
    }

    private BrokerLink link() {
        if (link == null) {
            throw new IllegalStateException("not open");
        }
        return link;
    }

    private Subscriptions subscriptions() {
        if (subscriptions == null) {
            throw new IllegalStateException("not open");
        }
        return subscriptions;
    }
}
