package dev.parley.adapters.nats;

import dev.parley.fanout.spi.Broker;
import dev.parley.fanout.spi.BrokerLink;
import dev.parley.fanout.spi.LinkEvents;
import dev.parley.kernel.Offload;
import io.nats.client.Connection;
import io.nats.client.Nats;
import io.nats.client.Options;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;

/// Makes connections of jnats that keep nothing, repeat nothing and never come back by themselves. All
/// of jnats' threads are virtual and handed in, so that an attempt leaves nothing behind.
final class NatsBroker implements Broker, AutoCloseable {

    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(2);

    /// jnats blocks who writes when this is reached. The bus asks for 512 channels at a time and has 64
    /// messages under way, what it takes back is not bounded; and the connection ends within 3 s when
    /// nothing flows off.
    private static final int MAX_UNWRITTEN = 100_000;

    private final String url;
    private final ExecutorService executor = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("nats-", 1).factory());
    private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("nats-timer").daemon().factory());

    NatsBroker(String url) {
        this.url = url;
    }

    @Override
    public void connect(LinkEvents events, Consumer<Offload.Result<BrokerLink>> done) {
        executor.execute(() -> done.accept(connect(events)));
    }

    private Offload.Result<BrokerLink> connect(LinkEvents events) {
        var listener = new NatsEvents(events);
        try {
            Connection connection = Nats.connect(options(listener));
            listener.opened();
            if (connection.getStatus() != Connection.Status.CONNECTED) {
                events.lost(listener.trouble());
            }
            return new Offload.Done<>(new NatsLink(connection, events, executor));
        } catch (IOException e) {
            // jnats' own text lists the addresses, which may hold a password.
            return new Offload.Failed<>(new IOException(listener.trouble(), e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Offload.Failed<>(e);
        }
    }

    private Options options(NatsEvents listener) {
        return Options.builder()
                .server(url)
                .connectionName("parley")
                .noReconnect()
                .connectionTimeout(CONNECT_WITHIN)
                // The bus pings by itself; jnats would end the connection when two of its callers ask at the same time.
                .pingInterval(Duration.ZERO)
                .maxPingsOut(0)
                .requestCleanupInterval(Duration.ZERO)
                .maxMessagesInOutgoingQueue(MAX_UNWRITTEN)
                .writeQueuePushTimeout(Options.MINIMUM_WRITE_QUEUE_PUSH_TIMEOUT)
                .executor(executor)
                .connectExecutor(executor)
                .scheduledExecutor(scheduler)
                // A refused subscription has to be known before the PONG that would confirm it.
                .callbackExecutor(new OnTheSpot())
                .connectionListener(listener)
                .errorListener(listener)
                .build();
    }

    /// Connections that are being closed get to their end.
    @Override
    public void close() {
        executor.shutdown();
        scheduler.shutdown();
    }
}
