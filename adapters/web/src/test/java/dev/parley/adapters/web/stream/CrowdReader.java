package dev.parley.adapters.web.stream;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.function.LongConsumer;

/// One of many readers of a room: it looks at ids alone, and whether they follow each other. Touched by the
/// crowd's thread; what it has found is for everybody.
final class CrowdReader {

    private enum Part {
        HEAD,
        CHUNK_SIZE,
        CHUNK,
        CHUNK_END
    }

    private static final int ENOUGH = 40;

    private final LongConsumer heard;
    private final StringBuilder line = new StringBuilder(64);
    private final StringBuilder field = new StringBuilder(64);
    private String id = "";
    private String name = "";
    private Part part = Part.HEAD;
    private boolean chunked;
    private int left;
    private boolean event;
    SocketChannel channel;
    SelectionKey key;
    ByteBuffer request;
    /// Bytes that it may still read.
    volatile long allowance;
    /// Whether it gets more as time passes.
    volatile boolean slow;

    volatile String status = "";
    volatile long seq;
    volatile String cursor = "";
    volatile boolean greeted;
    volatile boolean caughtUp;
    volatile boolean ended;
    volatile String wrong = "";

    /// @param seq the one it has read before it comes
    /// @param allowance bytes it reads at first
    /// @param heard the seq of each message
    CrowdReader(long seq, long allowance, LongConsumer heard) {
        this.seq = seq;
        this.allowance = allowance;
        this.heard = heard;
    }

    /// @return whether the connection is still there
    boolean read(ByteBuffer into) {
        int most = (int) Math.min(into.capacity(), allowance);
        into.clear().limit(most);
        try {
            int count = channel.read(into);
            allowance -= Math.max(0, count);
            ended = count < 0;
        } catch (IOException _) {
            ended = true;
        }
        into.flip();
        while (into.hasRemaining()) {
            if (field.length() == ENOUGH && part == Part.CHUNK) {
                skip(into);
            } else {
                take(into.get());
            }
        }
        return !ended;
    }

    /// Over the rest of a line, as far as its chunk and this buffer go.
    private void skip(ByteBuffer in) {
        int from = in.position();
        int to = from + (chunked ? Math.min(left, in.remaining()) : in.remaining());
        int at = from;
        while (at < to && in.get(at) != '\n') {
            at++;
        }
        in.position(at);
        left -= chunked ? at - from : 0;
        if (at < in.limit()) {
            take(in.get());
        }
    }

    private void take(byte b) {
        if (part == Part.CHUNK && left == 0) {
            part = Part.CHUNK_END;
        }
        switch (part) {
            case HEAD, CHUNK_SIZE, CHUNK_END -> {
                if (b == '\n') {
                    String text = line.toString();
                    line.setLength(0);
                    structure(text);
                } else if (b != '\r') {
                    line.append((char) b);
                }
            }
            case CHUNK -> {
                left -= chunked ? 1 : 0;
                body(b);
            }
        }
    }

    private void structure(String text) {
        switch (part) {
            case HEAD -> {
                if (status.isEmpty()) {
                    status = text;
                }
                chunked |= text.equalsIgnoreCase("transfer-encoding: chunked");
                if (text.isEmpty()) {
                    part = chunked ? Part.CHUNK_SIZE : Part.CHUNK;
                    left = 1;
                }
            }
            case CHUNK_SIZE -> {
                left = Integer.parseInt(text, 16);
                part = left == 0 ? Part.HEAD : Part.CHUNK;
            }
            case CHUNK_END -> part = Part.CHUNK_SIZE;
            case CHUNK -> throw new IllegalStateException();
        }
    }

    /// Of each line the beginning is enough.
    private void body(byte b) {
        if (b == '\n') {
            line(field.toString());
            field.setLength(0);
        } else if (field.length() < ENOUGH) {
            field.append((char) b);
        }
    }

    private void line(String text) {
        if (text.startsWith("id: ")) {
            id = text.substring(4);
            event = true;
        } else if (text.startsWith("event: ")) {
            name = text.substring(7);
        } else if (text.isEmpty()) {
            block();
            id = "";
            name = "";
            event = false;
        }
    }

    private void block() {
        switch (name) {
            case "hello" -> greeted = true;
            case "caught-up" -> caughtUp = true;
            case "gap" -> wrong = "a gap after " + seq;
            case "message", "" -> {
                if (event) {
                    message(Long.parseLong(id.substring(id.indexOf(':') + 1)));
                }
            }
            default -> {}
        }
        cursor = event ? id : cursor;
    }

    private void message(long next) {
        if (next != seq + 1) {
            wrong = next + " after " + seq;
        }
        seq = next;
        heard.accept(next);
    }

    static ByteBuffer request(String target, String token, String cursor) {
        String after = cursor.isEmpty() ? "" : "Last-Event-ID: " + cursor + "\r\n";
        return ByteBuffer.wrap(("GET " + target + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + token
                        + "\r\n" + after + "\r\n")
                .getBytes(StandardCharsets.US_ASCII));
    }
}
