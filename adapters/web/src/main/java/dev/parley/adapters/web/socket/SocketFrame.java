package dev.parley.adapters.web.socket;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Whole frames as a server writes them: final, unmasked, uncompressed (RFC 6455, section 5).
public final class SocketFrame {

    private static final int TEXT = 0x81;
    private static final int CLOSE = 0x88;
    private static final byte[] PING = {(byte) 0x89, 0};

    /// Longest length that stands in the second byte, and in two more.
    private static final int SHORT = 125;

    private static final int MEDIUM = 0xFFFF;
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

    public static byte[] close(CloseCode code) {
        byte[] reason = ascii(code.wire());
        var frame = new ByteArrayOutputStream(reason.length + 4);
        frame.write(CLOSE);
        frame.write(2 + reason.length);
        frame.write(code.number() >>> 8);
        frame.write(code.number());
        frame.writeBytes(reason);
        return frame.toByteArray();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
