package dev.parley.bench.stream;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// Writes a client's frames (RFC 6455), which have to be masked; the mask is the same each time, since nothing between
/// the load and its server could be misled by it.
public final class ClientFrame {

    private static final byte[] MASK = {0x17, 0x2b, 0x3d, 0x4f};
    private static final int TEXT = 0x81;
    private static final int PONG = 0x8a;
    private static final int SHORT = 126;
    private static final int MASKED = 0x80;
    private static final int MOST_HEAD = 8;

    private ClientFrame() {}

    public static byte[] text(String text) {
        return frame(TEXT, text.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] pong(byte[] content) {
        return frame(PONG, content);
    }

    private static byte[] frame(int first, byte[] content) {
        var frame = ByteBuffer.allocate(content.length + MOST_HEAD);
        frame.put((byte) first);
        if (content.length < SHORT) {
            frame.put((byte) (MASKED | content.length));
        } else {
            frame.put((byte) (MASKED | SHORT)).putShort((short) content.length);
        }
        frame.put(MASK);
        for (int i = 0; i < content.length; i++) {
            frame.put((byte) (content[i] ^ MASK[i % MASK.length]));
        }
        byte[] bytes = new byte[frame.flip().remaining()];
        frame.get(bytes);
        return bytes;
    }
}
