package dev.parley.simulation.streams;

import dev.parley.delivery.spi.PassBuffer;
import dev.parley.delivery.spi.PassBuffers;
import dev.parley.simulation.Findings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// One node's buffers, with an eye on their references.
final class CountedBuffers implements PassBuffers {

    /// What a client reads in a buffer. Two buffers are two contents, whatever they hold.
    static final class Content {

        private final List<Frame> frames;
        private final List<Frame.Message> messages;
        private final int bytes;
        private final int hash;

        Content(List<Frame> frames, int bytes, int hash) {
            this.frames = frames;
            this.messages = frames.stream()
                    .filter(Frame.Message.class::isInstance)
                    .map(Frame.Message.class::cast)
                    .toList();
            this.bytes = bytes;
            this.hash = hash;
        }

        static Content of(List<byte[]> written) {
            List<Frame> frames = new ArrayList<>();
            int bytes = 0;
            int hash = 0;
            for (byte[] frame : written) {
                frames.addAll(FrameReader.read(frame));
                bytes += frame.length;
                hash = 31 * hash + Arrays.hashCode(frame);
            }
            return new Content(frames, bytes, hash);
        }

        List<Frame> frames() {
            return frames;
        }

        List<Frame.Message> messages() {
            return messages;
        }

        int bytes() {
            return bytes;
        }

        /// Of all its bytes.
        int hash() {
            return hash;
        }
    }

    private static final int PIECE = 64;

    private final Findings findings;
    private final LongSupplier nanos;
    /// Those somebody still holds, the oldest first.
    private final Set<Buffer> held = new LinkedHashSet<>();
    private long heldBytes;

    CountedBuffers(Findings findings, LongSupplier nanos) {
        this.findings = findings;
        this.nanos = nanos;
    }

    /// Buffers somebody still holds.
    int held() {
        return held.size();
    }

    /// Bytes of buffers that were made until then and that somebody still holds.
    long heldSince(long madeAt) {
        long bytes = 0;
        for (Buffer buffer : held) {
            if (buffer.madeAt > madeAt) {
                break;
            }
            bytes += buffer.size;
        }
        return bytes;
    }

    long heldBytes() {
        return heldBytes;
    }

    @Override
    public PassBuffer allocate(int bytes) {
        var buffer = new Buffer(nanos.getAsLong());
        held.add(buffer);
        return buffer;
    }

    final class Buffer implements PassBuffer {

        private final List<byte[]> frames = new ArrayList<>();
        private final long madeAt;
        private int references = 1;
        private int size;
        private boolean shared;
        private @Nullable Content content;

        Buffer(long madeAt) {
            this.madeAt = madeAt;
        }

        @Override
        public void append(byte[] frame) {
            alive();
            findings.demand(content == null, "a buffer is not changed once it was handed over");
            frames.add(frame);
            heldBytes += frame.length;
            size += frame.length;
        }

        @Override
        public int size() {
            return size;
        }

        /// As memory is given out: in pieces.
        @Override
        public int held() {
            return (size + PIECE - 1) / PIECE * PIECE;
        }

        @Override
        public void retain(int more) {
            alive();
            shared = true;
            references += more;
        }

        @Override
        public void release() {
            alive();
            if (--references == 0) {
                held.remove(this);
                heldBytes -= size;
            }
        }

        /// Whether it was made for more than one outlet.
        boolean shared() {
            return shared;
        }

        Content handOver() {
            alive();
            Content known = content;
            if (known == null) {
                known = Content.of(frames);
                content = known;
            }
            return known;
        }

        private void alive() {
            findings.demand(references > 0, "nobody uses a buffer after its last reference");
        }
    }
}
