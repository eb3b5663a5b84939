package dev.parley.adapters.web.stream;

import dev.parley.delivery.spi.PassBuffer;
import dev.parley.delivery.spi.PassBuffers;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/// Gathers frames in Netty's pooled memory outside the heap, from where they go to the sockets of all readers as they
/// are.
public final class NettyPassBuffers implements PassBuffers {

    private final ByteBufAllocator allocator;

    public NettyPassBuffers(ByteBufAllocator allocator) {
        this.allocator = allocator;
    }

    @Override
    public PassBuffer allocate(int bytes) {
        return new Gathered(allocator.directBuffer(Gathered.HEAD + bytes + Gathered.END));
    }

    /// The frames with room around them for what makes them one chunk of HTTP/1.1, so that all readers share the same
    /// memory whether theirs are chunked or not.
    ///
    /// Views are read-only: a handler that gathers writes, as TLS does, would otherwise put the next bytes of one
    /// connection behind the frames, into the memory of all.
    static final class Gathered implements PassBuffer {

        private static final byte[] DIGITS = "0123456789abcdef".getBytes(java.nio.charset.StandardCharsets.US_ASCII);

        /// Eight digits and an end of line.
        private static final int HEAD = 10;

        private static final int END = 2;

        private final ByteBuf bytes;
        private int chunkBegins;
        /// Whoever sees it set sees what was written around the frames.
        private volatile boolean chunked;

        Gathered(ByteBuf bytes) {
            this.bytes = bytes.writeZero(HEAD);
        }

        @Override
        public void append(byte[] frame) {
            bytes.ensureWritable(frame.length + END);
            bytes.writeBytes(frame);
        }

        @Override
        public int size() {
            return bytes.writerIndex() - HEAD;
        }

        @Override
        public int held() {
            return bytes.writerIndex() + bytes.maxFastWritableBytes();
        }

        @Override
        public void retain(int references) {
            if (references > 0) {
                bytes.retain(references);
            }
        }

        @Override
        public void release() {
            bytes.release();
        }

        /// The frames as they are. The caller's reference goes over to it.
        ByteBuf bare() {
            return view(HEAD, bytes.writerIndex());
        }

        /// The frames as one chunk, of which there is at least one. The caller's reference goes over to it.
        ByteBuf chunk() {
            if (!chunked) {
                chunkBegins = surround();
                chunked = true;
            }
            return view(chunkBegins, bytes.writerIndex() + END);
        }

        private ByteBuf view(int from, int to) {
            return bytes.asReadOnly().setIndex(from, to);
        }

        /// @return where the chunk begins
        private int surround() {
            int end = bytes.writerIndex();
            bytes.setByte(end, '\r').setByte(end + 1, '\n');
            bytes.setByte(HEAD - 2, '\r').setByte(HEAD - 1, '\n');
            int at = HEAD - 2;
            for (int left = end - HEAD; left > 0; left >>>= 4) {
                bytes.setByte(--at, DIGITS[left & 0xF]);
            }
            return at;
        }
    }
}
