package dev.parley.contract;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Reads an event stream as the HTML standard says ("Interpreting an event stream"), from bytes in pieces of any size.
/// Written from the standard and from nothing of Parley, so that it can judge what Parley writes. One thread.
public final class SseParser {

    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    /// One dispatched event.
    ///
    /// @param event its type; `message` when the block named none
    /// @param lastEventId what a client would send as `Last-Event-ID` from now on
    /// @param id the id that stood in the event's own block
    public record Message(
            String event,
            String data,
            String lastEventId,
            @Nullable String id) {}

    private final Consumer<Message> messages;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private boolean firstLine = true;
    private boolean afterCarriageReturn;

    private final StringBuilder data = new StringBuilder();
    private String eventType = "";
    private String lastEventIdBuffer = "";
    private @Nullable String idOfBlock;

    private String lastEventId = "";
    private long reconnectionTime = -1;
    private int comments;
    private int blocksWithoutData;

    public SseParser(Consumer<Message> messages) {
        this.messages = messages;
    }

    public void feed(byte[] bytes) {
        feed(bytes, 0, bytes.length);
    }

    public void feed(byte[] bytes, int from, int length) {
        for (int i = from; i < from + length; i++) {
            feed(bytes[i]);
        }
    }

    private void feed(byte b) {
        boolean second = afterCarriageReturn && b == '\n';
        afterCarriageReturn = b == '\r';
        if (second) {
            return;
        }
        if (b == '\n' || b == '\r') {
            byte[] complete = line.toByteArray();
            line.reset();
            line(text(complete));
        } else {
            line.write(b);
        }
    }

    private String text(byte[] complete) {
        boolean marked = firstLine
                && complete.length >= 3
                && complete[0] == BYTE_ORDER_MARK[0]
                && complete[1] == BYTE_ORDER_MARK[1]
                && complete[2] == BYTE_ORDER_MARK[2];
        firstLine = false;
        int from = marked ? BYTE_ORDER_MARK.length : 0;
        return new String(complete, from, complete.length - from, StandardCharsets.UTF_8);
    }

    private void line(String line) {
        if (line.isEmpty()) {
            dispatch();
            return;
        }
        int colon = line.indexOf(':');
        if (colon == 0) {
            comments++;
        } else if (colon < 0) {
            field(line, "");
        } else {
            String value = line.substring(colon + 1);
            field(line.substring(0, colon), value.startsWith(" ") ? value.substring(1) : value);
        }
    }

    private void field(String name, String value) {
        switch (name) {
            case "event" -> eventType = value;
            case "data" -> data.append(value).append('\n');
            case "id" -> {
                if (value.indexOf('\0') < 0) {
                    lastEventIdBuffer = value;
                    idOfBlock = value;
                }
            }
            case "retry" -> {
                if (!value.isEmpty() && value.chars().allMatch(c -> c >= '0' && c <= '9')) {
                    reconnectionTime = Long.parseLong(value);
                }
            }
            default -> {
                // The standard ignores it.
            }
        }
    }

    private void dispatch() {
        lastEventId = lastEventIdBuffer;
        String id = idOfBlock;
        String type = eventType;
        String text = data.toString();
        eventType = "";
        idOfBlock = null;
        data.setLength(0);
        if (text.isEmpty()) {
            blocksWithoutData += id == null && type.isEmpty() ? 0 : 1;
            return;
        }
        messages.accept(
                new Message(type.isEmpty() ? "message" : type, text.substring(0, text.length() - 1), lastEventId, id));
    }

    /// What a client would send as `Last-Event-ID`.
    public String lastEventId() {
        return lastEventId;
    }

    /// In ms; negative when the stream has not set it.
    public long reconnectionTime() {
        return reconnectionTime;
    }

    public int comments() {
        return comments;
    }

    /// Blocks with an id or a type but without data, which some clients lose.
    public int blocksWithoutData() {
        return blocksWithoutData;
    }

    /// Whether what was fed ends with a whole block.
    public boolean betweenBlocks() {
        return line.size() == 0 && data.isEmpty() && eventType.isEmpty() && idOfBlock == null;
    }
}
