package dev.parley.adapters.memory;

import dev.parley.fanout.Channel;

/// One connection between a bus and the broker; a bus that connects again has another one.
final class MemoryConnection {

    private final MemoryBus bus;
    private volatile boolean hanging;

    MemoryConnection(MemoryBus bus) {
        this.bus = bus;
    }

    boolean hanging() {
        return hanging;
    }

    void hang(boolean now) {
        hanging = now;
    }

    void deliver(Channel channel, byte[] message) {
        if (!hanging) {
            bus.deliver(this, channel, message);
        }
    }
}
