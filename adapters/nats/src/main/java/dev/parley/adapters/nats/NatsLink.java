package dev.parley.adapters.nats;

import dev.parley.fanout.spi.BrokerLink;
import dev.parley.fanout.spi.LinkEvents;
import io.nats.client.Connection;
import io.nats.client.Dispatcher;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// One connection to NATS. NATS answers neither a subscription nor a message, but a PING in the order
/// of what was sent before it: one PING at a time answers for all that came together meanwhile. One,
/// because after a lost PONG each further one would be taken for the answer before it, for good; so the
/// bus finds that nothing is answered, and takes another connection.
final class NatsLink implements BrokerLink {

    /// Longer than the bus waits for anything: it judges, this only makes the waiting thread end.
    private static final Duration PONG_WITHIN = Duration.ofSeconds(5);

    /// Messages before they are asked for by themselves: soon enough that there is always room for the
    /// next one.
    private static final int ASK_AFTER = MAX_IN_FLIGHT / 2;

    /// jnats' own queue before the handler below, which only hands over.
    private static final int MAX_UNHANDLED = 4_096;

    private static final long MAX_UNHANDLED_BYTES = 16 << 20;

    /// What one PING answers for.
    private record Asked(List<String> channels, int messages, boolean ping) {}

    private final Connection connection;
    private final Dispatcher dispatcher;
    private final LinkEvents events;
    private final Executor executor;
    private final Object lock = new Object();
    private List<String> channels = new ArrayList<>();
    private int messages;
    private boolean ping;
    private boolean asking;

    NatsLink(Connection connection, LinkEvents events, Executor executor) {
        this.connection = connection;
        this.events = events;
        this.executor = executor;
        dispatcher = connection.createDispatcher(message -> events.received(message.getSubject(), message.getData()));
        dispatcher.setPendingLimits(MAX_UNHANDLED, MAX_UNHANDLED_BYTES);
    }

    @Override
    public void subscribe(String name) {
        dispatcher.subscribe(name);
        synchronized (lock) {
            channels.add(name);
            askIfDue();
        }
    }

    @Override
    public void unsubscribe(String name) {
        dispatcher.unsubscribe(name);
    }

    @Override
    public void publish(String name, byte[] message) {
        if (message.length > connection.getMaxPayload()) {
            events.interrupted("NATS takes no message of " + message.length + " bytes (max_payload)");
        } else {
            connection.publish(name, message);
        }
        synchronized (lock) {
            messages++;
            askIfDue();
        }
    }

    @Override
    public void ping() {
        synchronized (lock) {
            ping = true;
            askIfDue();
        }
    }

    private void askIfDue() {
        if (!asking && isDue()) {
            asking = true;
            executor.execute(this::ask);
        }
    }

    private boolean isDue() {
        return ping || !channels.isEmpty() || messages >= ASK_AFTER;
    }

    /// On a thread of its own, which waits.
    private void ask() {
        try {
            for (Asked next = next(); next != null; next = next()) {
                connection.flush(PONG_WITHIN);
                if (connection.getStatus() != Connection.Status.CONNECTED) {
                    // jnats answers a flush on a connection that has gone as if all were well.
                    events.lost("the connection to NATS has ended");
                    return;
                }
                answer(next);
            }
        } catch (TimeoutException _) {
            events.lost("NATS has not answered for " + PONG_WITHIN.toSeconds() + " s");
        } catch (InterruptedException _) {
            events.lost("interrupted");
            Thread.currentThread().interrupt();
        }
    }

    private @Nullable Asked next() {
        synchronized (lock) {
            if (!isDue()) {
                asking = false;
                return null;
            }
            var next = new Asked(channels, messages, ping);
            channels = new ArrayList<>();
            messages = 0;
            ping = false;
            return next;
        }
    }

    private void answer(Asked asked) {
        asked.channels().forEach(events::subscribed);
        if (asked.messages() > 0) {
            events.sent(asked.messages());
        }
        if (asked.ping()) {
            events.answered();
        }
    }

    /// jnats waits for its threads, so it is given one to wait on.
    @Override
    public void close() {
        executor.execute(() -> {
            try {
                connection.close();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        });
    }
}
