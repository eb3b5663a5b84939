package dev.parley.bench.stream;

import dev.parley.bench.BenchFailure;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Takes the framing of RFC 6455 off what a server sends (not masked), and answers its pings.
public final class WebSocketFrames implements Stage {

    private static final int BINARY = 2;
    private static final int CLOSE = 8;
    private static final int PING = 9;
    private static final int FIN = 0x80;
    private static final int SHORT = 126;
    private static final int LONG = 127;
    /// Of a head: two bytes, or with a longer length four or ten.
    private static final int MOST_HEAD = 10;

    private final Text text;
    private final Receiver receiver;
    private final Link link;
    private final byte[] head = new byte[MOST_HEAD];
    private final KeptBytes kept = new KeptBytes();
    private final KeptBytes control = new KeptBytes();
    private int headLength;
    private long left = -1;
    private int framed;

    public WebSocketFrames(Text text, Receiver receiver, Link link) {
        this.text = text;
        this.receiver = receiver;
        this.link = link;
    }

    @Override
    public void accept(byte[] bytes, int from, int to) {
        int i = from;
        while (i < to) {
            if (left < 0) {
                head(bytes[i++]);
            } else {
                int end = (int) Math.min(to, i + left);
                payload(bytes, i, end);
                i = end;
            }
        }
    }

    private void head(byte b) {
        head[headLength++] = b;
        if (headLength < 2) {
            return;
        }
        int length = head[1] & 0xff;
        int wanted = length < SHORT ? 2 : length == SHORT ? 4 : MOST_HEAD;
        if (length > LONG) {
            throw BenchFailure.wrong("the server sends masked frames.");
        }
        if (headLength == wanted) {
            left = length < SHORT ? length : longLength(wanted);
            framed += wanted;
            if (left == 0) {
                payload(head, 0, 0);
            }
        }
    }

    private long longLength(int to) {
        long length = 0;
        for (int i = 2; i < to; i++) {
            length = length << 8 | head[i] & 0xff;
        }
        return length;
    }

    private void payload(byte[] bytes, int from, int to) {
        left -= to - from;
        int opcode = head[0] & 0x0f;
        if (opcode >= CLOSE) {
            control.add(bytes, from, to);
            if (left == 0) {
                control(opcode);
            }
        } else {
            framed += to - from;
            data(bytes, from, to, opcode);
        }
        if (left == 0) {
            left = -1;
            headLength = 0;
        }
    }

    /// A message that lies in the buffer whole is not copied.
    private void data(byte[] bytes, int from, int to, int opcode) {
        if (opcode == BINARY) {
            throw BenchFailure.wrong("the server sends binary messages.");
        }
        boolean last = left == 0 && (head[0] & FIN) != 0;
        if (last && kept.length() == 0) {
            text.message(bytes, from, to, framed);
        } else {
            kept.add(bytes, from, to);
            if (last) {
                text.message(kept.array(), 0, kept.length(), framed);
                kept.clear();
            }
        }
        framed = last ? 0 : framed;
    }

    private void control(int opcode) {
        byte[] content = Arrays.copyOf(control.array(), control.length());
        control.clear();
        framed -= 2;
        if (opcode == PING) {
            link.send(ClientFrame.pong(content));
        } else if (opcode == CLOSE) {
            int code = content.length < 2 ? 0 : (content[0] & 0xff) << 8 | content[1] & 0xff;
            String why = content.length < 2 ? "" : new String(content, 2, content.length - 2, StandardCharsets.UTF_8);
            receiver.ended("closed with " + code + " " + why);
        }
    }
}
