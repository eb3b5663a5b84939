package dev.parley.adapters.memory;

import dev.parley.fanout.Channel;
import dev.parley.fanout.spi.Bus;
import dev.parley.kernel.Timers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What the buses of several nodes in one process share, and where a test makes their connections fail. Any thread.
public final class MemoryBroker {

    private final Executor executor;
    private final Timers timers;
    private final BusWeather weather;
    /// In the order of subscription, so that a seeded run is the same each time.
    private final Map<Channel, List<MemoryConnection>> subscribers = new ConcurrentHashMap<>();

    /// @param executor where a bus goes on calling back when the thread that began has done its share
    public MemoryBroker(Executor executor, Timers timers, BusWeather weather) {
        this.executor = executor;
        this.timers = timers;
        this.weather = weather;
    }

    /// The bus of one more node; it calls back on the thread that publishes, cuts or mends.
    public Bus bus() {
        return new MemoryBus(this, executor);
    }

    /// Ends the connection of this bus and lets none come about.
    public void cut(Bus bus) {
        ((MemoryBus) bus).cut();
    }

    /// Lets this bus connect again, and a broker that hung answer.
    public void mend(Bus bus) {
        ((MemoryBus) bus).mend();
    }

    /// From now on nothing goes through to this bus or from it, while its connection seems to be there.
    public void hang(Bus bus) {
        ((MemoryBus) bus).hang();
    }

    /// This bus has lost something, and noticed.
    public void interrupt(Bus bus) {
        ((MemoryBus) bus).interrupt();
    }

    /// How many nodes are subscribed to a channel.
    public int subscribers(Channel channel) {
        return subscribers.getOrDefault(channel, List.of()).size();
    }

    /// All channels that somebody is subscribed to.
    public int channels() {
        return subscribers.size();
    }

    void publish(Channel channel, byte[] message) {
        subscribers
                .getOrDefault(channel, List.of())
                .forEach(subscriber ->
                        weather.copies().forEach(delay -> later(delay, () -> subscriber.deliver(channel, message))));
    }

    void subscribe(Channel channel, MemoryConnection connection) {
        subscribers.merge(
                channel,
                List.of(connection),
                (known, one) -> known.contains(connection)
                        ? known
                        : Stream.concat(known.stream(), one.stream()).toList());
    }

    void unsubscribe(Channel channel, MemoryConnection connection) {
        subscribers.computeIfPresent(channel, (_, known) -> without(connection, known));
    }

    void forget(MemoryConnection connection) {
        subscribers.keySet().forEach(channel -> unsubscribe(channel, connection));
    }

    private static @Nullable List<MemoryConnection> without(MemoryConnection gone, List<MemoryConnection> known) {
        List<MemoryConnection> left =
                known.stream().filter(connection -> connection != gone).toList();
        return left.isEmpty() ? null : left;
    }

    BusWeather weather() {
        return weather;
    }

    void later(Duration delay, Runnable task) {
        if (delay.isZero()) {
            task.run();
        } else {
            timers.after(delay, task);
        }
    }
}
