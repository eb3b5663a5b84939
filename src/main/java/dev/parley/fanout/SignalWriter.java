package dev.parley.fanout;

import dev.parley.fanout.spi.Bus;
import dev.parley.kernel.NodeId;
import dev.parley.kernel.Signal;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/// Puts signals into as few messages as their bound allows. One thread at a time.
final class SignalWriter {

    private final ByteBuffer buffer = ByteBuffer.allocate(Bus.MAX_MESSAGE);
    private final NodeId origin;
    private final Consumer<byte[]> out;
    private int prefix;

    /// @param out takes each message when it is full, and the last one
    SignalWriter(NodeId origin, Consumer<byte[]> out) {
        this.origin = origin;
        this.out = out;
        begin();
    }

    private void begin() {
        buffer.clear();
        buffer.put(BusMessage.VERSION).put(BusMessage.SIGNALS);
        EventBytes.writeText(origin.value(), buffer);
        prefix = buffer.position();
    }

    /// @param signals a pass of them, which a message holds in any case
    void signals(Signal.Target to, List<Signal> signals) {
        if (buffer.remaining() < SignalBytes.ITEM_BOUND + signals.size() * SignalBytes.SIGNAL_BOUND) {
            flush();
        }
        SignalBytes.write(to, signals, buffer);
    }

    /// Hands out what is left.
    void flush() {
        if (buffer.position() > prefix) {
            out.accept(Arrays.copyOf(buffer.array(), buffer.position()));
            begin();
        }
    }
}
