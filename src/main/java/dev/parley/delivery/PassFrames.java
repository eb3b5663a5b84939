package dev.parley.delivery;

import dev.parley.delivery.FilterFormats.FilterFormat;
import dev.parley.delivery.spi.Framing;
import dev.parley.delivery.spi.PassBuffer;
import dev.parley.delivery.spi.PassBuffers;
import org.jspecify.annotations.Nullable;

/// A pass as streams with one filter and one format get it.
///
/// @param buffer null when the filter leaves nothing
/// @param events how many there are in it
/// @param skipped events after the last of them that the filter left out
/// @param pinned the buffer as it is charged
record PassFrames(FilterFormat way, @Nullable PassBuffer buffer, int events, int skipped, Pinned pinned) {

    static PassFrames gather(
            TailView view, long from, long to, FilterFormat way, Framing framing, PassBuffers buffers) {
        var gathering = new Gathering(buffers);
        try {
            return gather(view, from, to, way, framing, gathering);
        } catch (RuntimeException | OutOfMemoryError thrown) {
            gathering.release();
            throw thrown;
        }
    }

    private static PassFrames gather(
            TailView view, long from, long to, FilterFormat way, Framing framing, Gathering gathering) {
        int events = 0;
        int skipped = 0;
        for (long seq = from + 1; seq <= to; seq++) {
            TailEntry entry = view.at(seq);
            if (way.types().delivers(entry.event().type())) {
                byte[] frame = entry.frame(framing, way.format());
                gathering.append(frame, (int) Math.min(Pass.MAX_BYTES, (to - seq + 1) * frame.length));
                events++;
                skipped = 0;
            } else {
                skipped++;
            }
        }
        PassBuffer buffer = gathering.buffer;
        return new PassFrames(way, buffer, events, skipped, new Pinned(buffer == null ? 0 : buffer.held()));
    }

    /// A buffer from the first frame on.
    private static final class Gathering {

        private final PassBuffers buffers;
        private @Nullable PassBuffer buffer;

        Gathering(PassBuffers buffers) {
            this.buffers = buffers;
        }

        void append(byte[] frame, int expected) {
            PassBuffer into = buffer;
            if (into == null) {
                into = buffers.allocate(expected);
                buffer = into;
            }
            into.append(frame);
        }

        void release() {
            if (buffer != null) {
                buffer.release();
            }
        }
    }

    void release() {
        if (buffer != null) {
            buffer.release();
        }
    }
}
