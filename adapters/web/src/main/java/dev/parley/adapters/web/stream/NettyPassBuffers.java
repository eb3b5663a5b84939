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
        return new Gathered(allocator.directBuffer(bytes));
    }

    record Gathered(ByteBuf bytes) implements PassBuffer {

        @Override
        public void append(byte[] frame) {
            bytes.writeBytes(frame);
        }

        @Override
        public int size() {
            return bytes.readableBytes();
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

        /// The same memory with a reading position of its own; the caller's reference goes over to it.
        ByteBuf view() {
            return bytes.duplicate();
        }
    }
}
