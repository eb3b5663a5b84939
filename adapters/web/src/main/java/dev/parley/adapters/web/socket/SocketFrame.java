package dev.parley.adapters.web.socket;

import dev.parley.adapters.web.json.Json;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Whole frames as a server writes them: final, unmasked, uncompressed (RFC 6455, section 5).
public final class SocketFrame {

    private static final int TEXT = 0x81;
    private static final int CLOSE = 0x88;
    private static final int PONG = 0x8A;
    private static final byte[] PING = {(byte) 0x89, 0};

    /// Longest length that stands in the second byte, and in two more.
    private static final int SHORT = 125;

    private static final int MEDIUM = 0xFFFF;
    /// From here on codes mean nothing to anybody.
    private static final int NO_CODE = 5000;

    /// Header, names and quotes.
    private static final int FRAME = 64;

    private SocketFrame() {}

    /// `{"event":…,"id":…,"ref":…,"data":…}` as a text frame.
    ///
    /// @param event a name of this server's: letters and hyphens
    /// @param id null = none
    /// @param ref JSON text of the client's mark; null = none
    /// @param data JSON
    public static byte[] of(String event, @Nullable String id, byte @Nullable [] ref, byte[] data) {
        var json = new ByteArrayOutputStream(data.length + FRAME + (ref == null ? 0 : ref.length));
        json.writeBytes(ascii("{\"event\":\"" + event + '"'));
        if (id != null) {
            json.writeBytes(ascii(",\"id\":\"" + id + '"'));
        }
        if (ref != null) {
            json.writeBytes(ascii(",\"ref\":"));
            json.writeBytes(ref);
        }
        json.writeBytes(ascii(",\"data\":"));
        json.writeBytes(data);
        json.write('}');
        return text(json.toByteArray());
    }

    private static byte[] text(byte[] payload) {
        var frame = new ByteArrayOutputStream(payload.length + 10);
        frame.write(TEXT);
        if (payload.length <= SHORT) {
            frame.write(payload.length);
        } else if (payload.length <= MEDIUM) {
            frame.write(SHORT + 1);
            frame.write(payload.length >>> 8);
            frame.write(payload.length);
        } else {
            frame.write(SHORT + 2);
            for (int shift = 56; shift >= 0; shift -= 8) {
                frame.write((int) ((long) payload.length >>> shift));
            }
        }
        frame.writeBytes(payload);
        return frame.toByteArray();
    }

    public static byte[] ping() {
        return PING.clone();
    }

    /// @param content the ping's, at most 125 bytes
    public static byte[] pong(ByteBuf content) {
        return control(PONG, ByteBufUtil.getBytes(content));
    }

    public static byte[] close(CloseCode code) {
        var content = new ByteArrayOutputStream();
        content.write(code.number() >>> 8);
        content.write(code.number());
        content.writeBytes(ascii(code.wire()));
        return control(CLOSE, content.toByteArray());
    }

    /// The client's own close frame, back to it without what it said.
    ///
    /// @param content the client's
    public static byte[] closeAgain(ByteBuf content) {
        if (content.readableBytes() >= 2 && content.getUnsignedShort(content.readerIndex()) >= NO_CODE) {
            return close(CloseCode.MALFORMED);
        }
        return control(
                CLOSE, ByteBufUtil.getBytes(content, content.readerIndex(), Math.min(2, content.readableBytes())));
    }

    private static byte[] control(int opcode, byte[] content) {
        var frame = new ByteArrayOutputStream(content.length + 2);
        frame.write(opcode);
        frame.write(content.length);
        frame.writeBytes(content);
        return frame.toByteArray();
    }

    /// A client's mark as JSON; null stays null.
    public static byte @Nullable [] quoted(@Nullable String ref) {
        return ref == null ? null : Json.write(ref.length() + 2, json -> json.writeString(ref));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
