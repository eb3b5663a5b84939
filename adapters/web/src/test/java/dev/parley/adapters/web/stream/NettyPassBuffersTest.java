package dev.parley.adapters.web.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NettyPassBuffersTest {

    private final NettyPassBuffers buffers = new NettyPassBuffers(PooledByteBufAllocator.DEFAULT);

    private static byte[] frame(int bytes) {
        return "x".repeat(bytes).getBytes(StandardCharsets.US_ASCII);
    }

    private static String text(ByteBuf bytes) {
        return bytes.toString(StandardCharsets.US_ASCII);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 9, 15, 16, 255, 256, 4_095, 4_096, 32_768, 70_000, 1 << 20})
    void oneBufferIsAChunkForSomeAndBareForOthers(int bytes) {
        var buffer = (NettyPassBuffers.Gathered) buffers.allocate(16);
        buffer.append(frame(bytes));
        buffer.retain(3);
        ByteBuf bare = buffer.bare();
        ByteBuf chunk = buffer.chunk();
        ByteBuf bareAfterwards = buffer.bare();
        ByteBuf again = buffer.chunk();
        String frames = "x".repeat(bytes);
        assertThat(buffer.size()).isEqualTo(bytes);
        assertThat(text(bare)).isEqualTo(frames);
        assertThat(text(chunk)).isEqualTo(Integer.toHexString(bytes) + "\r\n" + frames + "\r\n");
        assertThat(text(bareAfterwards)).isEqualTo(frames);
        assertThat(text(again)).isEqualTo(text(chunk));
        assertThat(bare.memoryAddress()).as("shared, not copied").isEqualTo(chunk.memoryAddress());
        for (ByteBuf view : new ByteBuf[] {bare, chunk, bareAfterwards}) {
            assertThat(view.release()).isFalse();
        }
        assertThat(again.release()).isTrue();
    }

    @Test
    void aViewMovesNoOthersPositionAndTakesNoBytes() {
        var buffer = (NettyPassBuffers.Gathered) buffers.allocate(1_000);
        IntStream.range(0, 10).forEach(_ -> buffer.append(frame(10)));
        buffer.retain(1);
        ByteBuf one = buffer.chunk();
        ByteBuf other = buffer.chunk();
        one.skipBytes(50);
        assertThat(other.readableBytes()).isEqualTo(2 + 2 + 100 + 2);
        assertThat(one.isWritable()).isFalse();
        assertThat(one.ensureWritable(1, false)).isEqualTo(1);
        assertThatThrownBy(() -> one.writeByte('x')).isInstanceOf(RuntimeException.class);
        one.release();
        assertThat(other.release()).isTrue();
    }
}
