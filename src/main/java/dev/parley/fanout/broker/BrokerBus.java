package dev.parley.fanout.broker;

import dev.parley.fanout.Channel;
import dev.parley.fanout.spi.Broker;
import dev.parley.fanout.spi.BrokerLink;
import dev.parley.fanout.spi.Bus;
import dev.parley.fanout.spi.BusHealth;
import dev.parley.fanout.spi.BusListener;
import dev.parley.kernel.Clock;
import dev.parley.kernel.Offload;
import dev.parley.kernel.Timers;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What every [Bus] over a [Broker] does alike; an adapter's bus is this with a client library behind
/// it and an end that waits. A state machine on an executor that runs one task at a time: all calls
/// back come from there, and so does every call of the link. Never from a client library's own threads:
/// what they write overtakes what others gave them.
///
/// Bounds: [Bus#MAX_WAITING] messages or 16 MiB wait to be sent (the oldest go),
/// [BrokerLink#MAX_IN_FLIGHT] are with the broker unconfirmed, 4,096 messages or 16 MiB wait to be
/// heard (all go, and the listener is told).
public final class BrokerBus {

    private static final Logger log = LoggerFactory.getLogger(BrokerBus.class);

    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(2);
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(1);
    private static final int MIN_WAIT_MS = 50;
    private static final int MAX_WAIT_MS = 500;
    private static final long MAX_WAITING_BYTES = 16 << 20;

    private final Broker broker;
    private final Clock clock;
    private final Timers timers;
    private final RandomGenerator random;
    private final Executor executor;
    private final Outbox outbox = new Outbox(Bus.MAX_WAITING, MAX_WAITING_BYTES);
    private final AtomicBoolean pumping = new AtomicBoolean();
    private final AtomicLong dropped = new AtomicLong();
    private volatile @Nullable BrokerConnection open;
    private final AtomicLong connections = new AtomicLong();
    private volatile @Nullable String reason;
    private @Nullable BusListener listener;
    private @Nullable BrokerConnection current;
    private @Nullable Runnable closing;
    private boolean closed;

    /// @param random for the jitter of the waits
    /// @param executor runs tasks one at a time, in the order in which they came; may refuse them once
    ///     the bus is closed
    public BrokerBus(Broker broker, Clock clock, Timers timers, RandomGenerator random, Executor executor) {
        this.broker = broker;
        this.clock = clock;
        this.timers = timers;
        this.random = random;
        this.executor = executor;
    }

    /// See [Bus#start].
    public void start(BusListener listener) {
        reason = "there has been no connection yet";
        tell(() -> {
            this.listener = listener;
            connect();
        });
    }

    /// See [Bus#publish].
    public boolean publish(Channel channel, byte[] message) {
        BrokerConnection connection = open;
        if (connection == null || message.length > Bus.MAX_MESSAGE) {
            return false;
        }
        dropped(outbox.offer(new Outbox.Outgoing(connection, ChannelNames.of(channel), message)));
        if (pumping.compareAndSet(false, true)) {
            tell(() -> {
                pumping.set(false);
                pump();
            });
        }
        return true;
    }

    /// See [Bus#subscribe].
    public void subscribe(Channel channel, Consumer<Boolean> done) {
        tell(() -> {
            if (current == null || !current.isOpen()) {
                answer(done, false);
            } else {
                current.subscribe(channel, done);
            }
        });
    }

    /// See [Bus#unsubscribe].
    public void unsubscribe(Channel channel) {
        tell(() -> {
            if (current != null) {
                current.unsubscribe(channel);
            }
        });
    }

    /// See [Bus#health].
    public BusHealth health() {
        boolean connected = open != null;
        return new BusHealth(connected, connected ? null : reason, dropped.get(), connections.get());
    }

    /// See [Bus#close], but this returns at once.
    ///
    /// @param done after the last call back, within 1 s
    public void close(Runnable done) {
        tell(() -> {
            if (closed || closing != null) {
                done.run();
                return;
            }
            closing = done;
            open = null;
            timers.after(CLOSE_WITHIN, () -> tell(this::finish));
            if (current != null) {
                current.ping();
            }
            finishIfNothingWaits();
        });
    }

    private void finishIfNothingWaits() {
        if (closing != null && (current == null || !current.isOpen() || idle(current))) {
            finish();
        }
    }

    private boolean idle(BrokerConnection connection) {
        return outbox.isEmpty() && connection.hasNothingInFlight();
    }

    private void finish() {
        Runnable done = closing;
        if (closed || done == null) {
            return;
        }
        closed = true;
        reason = "closed";
        BrokerConnection last = current;
        current = null;
        if (last != null) {
            last.end();
        }
        dropped(outbox.clear());
        done.run();
    }

    void tell(Runnable task) {
        try {
            executor.execute(() -> run(task));
        } catch (RejectedExecutionException _) {
            // Closed, so that all that is left to do is to say no.
            run(task);
        }
    }

    private static void run(Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            // Errors too: an executor keeps them to itself.
            log.error("The bus failed over one event and goes on with the next", e);
        }
    }

    private void connect() {
        if (closed || closing != null) {
            return;
        }
        var connection = new BrokerConnection(this, clock, timers);
        current = connection;
        timers.after(
                CONNECT_WITHIN,
                () -> tell(() -> {
                    if (!connection.isOpen()) {
                        end(connection, "no connection within " + CONNECT_WITHIN.toSeconds() + " s");
                    }
                }));
        try {
            broker.connect(connection, result -> tell(() -> attempted(connection, result)));
        } catch (RuntimeException e) {
            end(connection, "the client failed: " + e);
        }
    }

    private void attempted(BrokerConnection connection, Offload.Result<BrokerLink> result) {
        switch (result) {
            case Offload.Failed<BrokerLink> failed ->
                end(connection, String.valueOf(failed.cause().getMessage()));
            case Offload.Done<BrokerLink> done when current != connection || closing != null -> close(done.value());
            case Offload.Done<BrokerLink> done -> opened(connection, done.value());
        }
    }

    private void opened(BrokerConnection connection, BrokerLink link) {
        connection.open(link);
        connections.incrementAndGet();
        open = connection;
        log.info("Connected to the bus");
        inform(BusListener::connected);
    }

    /// The connection is over, whoever says so first; another one is tried.
    void end(BrokerConnection connection, String why) {
        if (current != connection) {
            return;
        }
        boolean wasOpen = connection.isOpen();
        current = null;
        open = null;
        connection.end();
        dropped(outbox.clear());
        if (wasOpen) {
            log.warn("The connection to the bus is gone: {}", why);
            inform(listener -> listener.disconnected(why));
        } else if (!why.equals(reason)) {
            log.warn("The bus cannot be reached, the server goes on trying: {}", why);
        }
        reason = why;
        if (closing != null) {
            finish();
        } else {
            timers.after(Duration.ofMillis(random.nextInt(MIN_WAIT_MS, MAX_WAIT_MS)), () -> tell(this::connect));
        }
    }

    /// Sends as many as the broker may have unconfirmed. What was taken for a connection that is gone
    /// goes nowhere.
    void pump() {
        BrokerConnection connection = current;
        if (connection == null || !connection.isOpen()) {
            dropped(outbox.clear());
            return;
        }
        while (connection.hasRoom()) {
            Outbox.Outgoing next = outbox.poll();
            if (next == null) {
                break;
            }
            if (next.connection() == connection) {
                connection.send(next);
            } else {
                dropped(1);
            }
        }
        finishIfNothingWaits();
    }

    void received(Channel channel, byte[] message) {
        inform(listener -> listener.received(channel, message));
    }

    void interrupted(String why) {
        log.warn("Messages of the bus may have been lost: {}", why);
        inform(listener -> listener.interrupted(why));
    }

    void dropped(int messages) {
        if (messages > 0) {
            dropped.addAndGet(messages);
        }
    }

    void warn(String what) {
        log.warn(what);
    }

    /// The listener is foreign code, and what it throws must not leave a connection half-way through an
    /// event.
    private void inform(Consumer<BusListener> call) {
        if (listener == null) {
            return;
        }
        try {
            call.accept(listener);
        } catch (RuntimeException e) {
            log.error("The listener of the bus failed", e);
        }
    }

    void answer(Consumer<Boolean> who, boolean confirmed) {
        try {
            who.accept(confirmed);
        } catch (RuntimeException e) {
            log.error("Who asked for a channel failed over the answer", e);
        }
    }

    void close(BrokerLink link) {
        try {
            link.close();
        } catch (RuntimeException e) {
            log.warn("A connection to the bus could not be closed", e);
        }
    }
}
