package dev.parley.fanout;

import dev.parley.fanout.spi.Bus;
import dev.parley.fanout.spi.BusHealth;
import dev.parley.fanout.spi.BusListener;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A bus whose broker is the test.
final class HandBus implements Bus {

    record Sent(Channel channel, byte[] message) {}

    final List<Sent> sent = new ArrayList<>();
    final Map<Channel, Consumer<Boolean>> asked = new LinkedHashMap<>();
    final List<Channel> unsubscribed = new ArrayList<>();
    boolean confirmsAtOnce;
    boolean closed;
    private @Nullable BusListener listener;
    private boolean connected;

    private BusListener listener() {
        if (listener == null) {
            throw new AssertionError("not started");
        }
        return listener;
    }

    @Override
    public void start(BusListener heard) {
        listener = heard;
    }

    void connect() {
        connected = true;
        listener().connected();
    }

    void disconnect() {
        connected = false;
        List<Consumer<Boolean>> open = List.copyOf(asked.values());
        asked.clear();
        open.forEach(done -> done.accept(false));
        listener().disconnected("gone");
    }

    void interrupt() {
        listener().interrupted("slow");
    }

    void deliver(Channel channel, byte[] message) {
        listener().received(channel, message);
    }

    void answer(Channel channel, boolean confirmed) {
        Consumer<Boolean> done = asked.remove(channel);
        if (done == null) {
            throw new AssertionError("not asked for " + channel + " but " + asked.keySet());
        }
        done.accept(confirmed);
    }

    @Override
    public boolean publish(Channel channel, byte[] message) {
        if (connected && message.length <= MAX_MESSAGE) {
            sent.add(new Sent(channel, message));
            return true;
        }
        return false;
    }

    @Override
    public void subscribe(Channel channel, Consumer<Boolean> done) {
        if (confirmsAtOnce) {
            done.accept(connected);
        } else if (asked.put(channel, done) != null) {
            throw new AssertionError("asked twice: " + channel);
        }
    }

    @Override
    public void unsubscribe(Channel channel) {
        unsubscribed.add(channel);
        Consumer<Boolean> done = asked.remove(channel);
        if (done != null) {
            done.accept(false);
        }
    }

    @Override
    public BusHealth health() {
        return new BusHealth(connected, connected ? null : "gone", 0, 1);
    }

    @Override
    public void close() {
        closed = true;
    }
}
