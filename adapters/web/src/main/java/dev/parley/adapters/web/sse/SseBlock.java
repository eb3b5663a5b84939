package dev.parley.adapters.web.sse;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Puts lines of one event together. Lines end with LF alone; a value never holds an end of line, whatever made it, so
/// that nobody can write a line of his own.
public final class SseBlock {

    public static final String MEDIA_TYPE = "text/event-stream";

    private static final byte[] ID = ascii("id: ");
    private static final byte[] EVENT = ascii("event: ");
    private static final byte[] DATA = ascii("data: ");
    private static final byte[] RETRY = ascii("retry: ");
    private static final byte[] COMMENT = ascii(":\n\n");

    /// What a block has beside its values.
    private static final int FRAME = 32;

    private SseBlock() {}

    /// @param id null = the cursor stays
    /// @param event null = a message
    /// @param data one line of UTF-8
    public static byte[] of(@Nullable String id, @Nullable String event, byte[] data) {
        var out = new ByteArrayOutputStream(data.length + FRAME + length(id) + length(event));
        if (id != null) {
            line(out, ID, ascii(id));
        }
        if (event != null) {
            line(out, EVENT, ascii(event));
        }
        line(out, DATA, data);
        out.write('\n');
        return out.toByteArray();
    }

    /// An event that also sets when to come back.
    public static byte[] withRetry(long millis, String event, byte[] data) {
        var out = new ByteArrayOutputStream(data.length + FRAME + length(event));
        line(out, RETRY, ascii(Long.toString(millis)));
        line(out, EVENT, ascii(event));
        line(out, DATA, data);
        out.write('\n');
        return out.toByteArray();
    }

    /// Sets when to come back, and nothing else.
    public static byte[] retry(long millis) {
        return ascii("retry: " + millis + "\n\n");
    }

    /// Moves nothing and tells nothing.
    public static byte[] comment() {
        return COMMENT.clone();
    }

    private static int length(@Nullable String text) {
        return text == null ? 0 : text.length();
    }

    private static void line(ByteArrayOutputStream out, byte[] name, byte[] value) {
        for (byte b : value) {
            if (b == '\n' || b == '\r' || b == 0) {
                throw new IllegalArgumentException("a value of an event is one line");
            }
        }
        out.writeBytes(name);
        out.writeBytes(value);
        out.write('\n');
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
