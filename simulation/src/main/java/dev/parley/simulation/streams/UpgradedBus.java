package dev.parley.simulation.streams;

import dev.parley.fanout.Channel;
import dev.parley.fanout.spi.Bus;
import dev.parley.fanout.spi.BusHealth;
import dev.parley.fanout.spi.BusListener;
import java.util.function.Consumer;

/// The bus as a node of another release uses it in the middle of a rolling upgrade: nodes of its release read each
/// other, and what goes between the releases nobody can read.
final class UpgradedBus implements Bus {

    private static final byte OTHER = 99;
    private static final byte NEITHER = 77;

    private final Bus bus;

    UpgradedBus(Bus bus) {
        this.bus = bus;
    }

    @Override
    public void start(BusListener listener) {
        bus.start(new BusListener() {
            @Override
            public void received(Channel channel, byte[] message) {
                listener.received(channel, message[0] == OTHER ? under((byte) 1, message) : under(NEITHER, message));
            }

            @Override
            public void connected() {
                listener.connected();
            }

            @Override
            public void disconnected(String reason) {
                listener.disconnected(reason);
            }

            @Override
            public void interrupted(String reason) {
                listener.interrupted(reason);
            }
        });
    }

    private static byte[] under(byte version, byte[] message) {
        byte[] changed = message.clone();
        changed[0] = version;
        return changed;
    }

    @Override
    public boolean publish(Channel channel, byte[] message) {
        return bus.publish(channel, under(OTHER, message));
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
        bus.close();
    }
}
