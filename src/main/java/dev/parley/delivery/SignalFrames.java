package dev.parley.delivery;

import dev.parley.delivery.spi.Format;
import dev.parley.delivery.spi.Framing;
import dev.parley.delivery.spi.PassBuffer;
import dev.parley.delivery.spi.PassBuffers;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Signal;
import java.io.ByteArrayOutputStream;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A pass of signals as the streams of one lane get it: made once for each format, on first need. Touched on
/// the lane only; its buffers are given back with [#release].
final class SignalFrames {

    /// What is shared by all who have nothing else to be told.
    record Shared(PassBuffer buffer, Pinned pinned) {}

    private final @Nullable RoomId room;
    private final List<Signal> signals;
    private final Framing framing;
    private final PassBuffers buffers;
    private final Map<Format, byte[]> bytes = new EnumMap<>(Format.class);
    private final Map<Format, Shared> shared = new EnumMap<>(Format.class);

    /// @param room null = a user's
    SignalFrames(@Nullable RoomId room, List<Signal> signals, Framing framing, PassBuffers buffers) {
        this.room = room;
        this.signals = signals;
        this.framing = framing;
        this.buffers = buffers;
    }

    byte[] bytes(Format format) {
        return bytes.computeIfAbsent(format, this::frames);
    }

    private byte[] frames(Format format) {
        var out = new ByteArrayOutputStream();
        signals.forEach(signal -> out.writeBytes(framing.notice(new Notice.Signalled(room, signal), null, format)));
        return out.toByteArray();
    }

    Shared shared(Format format) {
        return shared.computeIfAbsent(format, this::gather);
    }

    private Shared gather(Format format) {
        byte[] all = bytes(format);
        PassBuffer buffer = buffers.allocate(all.length);
        buffer.append(all);
        return new Shared(buffer, new Pinned(buffer.held()));
    }

    void release() {
        shared.values().forEach(made -> made.buffer().release());
        shared.clear();
    }
}
