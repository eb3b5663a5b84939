package dev.parley.adapters.nats;

import dev.parley.fanout.Channel;
import dev.parley.fanout.broker.BrokerBus;
import dev.parley.fanout.spi.Bus;
import dev.parley.fanout.spi.BusHealth;
import dev.parley.fanout.spi.BusListener;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// The bus over core NATS: at most once, a subject per channel, a subscription confirmed by the PONG
/// that follows it. Everything it does itself, and all it calls back, runs on one thread of its own.
final class NatsBus implements Bus {

    /// A moment more than the bus itself takes at most.
    private static final long CLOSE_WITHIN_MS = 1_500;

    private final ScheduledThreadPoolExecutor thread = new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().name("nats-bus").daemon().factory());
    private final NatsBroker broker;
    private final BrokerBus bus;

    /// @param url as in [NatsProperties]
    NatsBus(String url) {
        broker = new NatsBroker(url);
        bus = new BrokerBus(
                broker,
                System::nanoTime,
                this::after,
                () -> ThreadLocalRandom.current().nextLong(),
                thread);
    }

    private void after(Duration delay, Runnable task) {
        try {
            thread.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException _) {
            // Closed: nothing is due any more.
        }
    }

    @Override
    public void start(BusListener listener) {
        bus.start(listener);
    }

    @Override
    public boolean publish(Channel channel, byte[] message) {
        return bus.publish(channel, message);
    }

    @Override
    public void subscribe(Channel channel, Consumer<Boolean> done) {
        bus.subscribe(channel, done);
    }

    @Override
    public void unsubscribe(Channel channel) {
        bus.unsubscribe(channel);
    }

    @Override
    public BusHealth health() {
        return bus.health();
    }

    @Override
    public void close() {
        var closed = new CountDownLatch(1);
        bus.close(closed::countDown);
        try {
            closed.await(CLOSE_WITHIN_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        broker.close();
        thread.shutdown();
    }
}
