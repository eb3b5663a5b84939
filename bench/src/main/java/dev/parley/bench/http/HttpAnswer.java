package dev.parley.bench.http;

import dev.parley.bench.BenchFailure;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A complete answer.
///
/// @param bytes head and body; the body begins at `bodyFrom`
public record HttpAnswer(int status, byte[] bytes, int bodyFrom) {

    private static final byte[] END_OF_HEAD = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] LENGTH = "content-length:".getBytes(StandardCharsets.US_ASCII);
    private static final Pattern CHUNKED = Pattern.compile("\r\ntransfer-encoding:");
    private static final int STATUS_AT = "HTTP/1.1 ".length();
    private static final int STATUS_DIGITS = 3;
    private static final int NO_CONTENT = 204;

    /// Takes one answer from what was received (position to limit is what is not read yet), or nothing while it is
    /// incomplete.
    static @Nullable HttpAnswer take(ByteBuffer received) {
        byte[] array = received.array();
        int from = received.position();
        int end = received.limit();
        int head = find(array, from, end, END_OF_HEAD);
        if (head < 0) {
            return null;
        }
        int bodyFrom = head + END_OF_HEAD.length;
        int status = number(array, from + STATUS_AT, from + STATUS_AT + STATUS_DIGITS);
        int total = bodyFrom - from + (status == NO_CONTENT ? 0 : bodyLength(array, from, bodyFrom));
        if (end - from < total) {
            return null;
        }
        byte[] bytes = new byte[total];
        received.get(bytes);
        return new HttpAnswer(status, bytes, bodyFrom - from);
    }

    private static int bodyLength(byte[] array, int from, int end) {
        int at = find(array, from, end, LENGTH);
        if (at < 0) {
            throw unreadable(new String(array, from, end - from, StandardCharsets.ISO_8859_1));
        }
        int digits = at + LENGTH.length;
        while (array[digits] == ' ') {
            digits++;
        }
        int last = digits;
        while (array[last] >= '0' && array[last] <= '9') {
            last++;
        }
        return number(array, digits, last);
    }

    private static BenchFailure unreadable(String head) {
        boolean chunked = CHUNKED.matcher(head.toLowerCase(Locale.ROOT)).find();
        return BenchFailure.wrong(
                chunked
                        ? "the server answers in chunks, which the load generator does not read."
                        : "the server's answer does not tell its length.");
    }

    private static int number(byte[] array, int from, int end) {
        int number = 0;
        for (int i = from; i < end; i++) {
            number = number * 10 + array[i] - '0';
        }
        return number;
    }

    /// Upper case in the array counts as lower case.
    private static int find(byte[] array, int from, int end, byte[] sought) {
        for (int i = from; i <= end - sought.length; i++) {
            int same = 0;
            while (same < sought.length && lower(array[i + same]) == sought[same]) {
                same++;
            }
            if (same == sought.length) {
                return i;
            }
        }
        return -1;
    }

    private static byte lower(byte c) {
        return c >= 'A' && c <= 'Z' ? (byte) (c + 'a' - 'A') : c;
    }

    /// The whole number that follows the body's first `"name":`, or 0.
    public long number(String name) {
        byte[] sought = ('"' + name.toLowerCase(Locale.ROOT) + "\":").getBytes(StandardCharsets.US_ASCII);
        int at = find(bytes, bodyFrom, bytes.length, sought);
        long number = 0;
        for (int i = at + sought.length; at >= 0 && i < bytes.length && bytes[i] >= '0' && bytes[i] <= '9'; i++) {
            number = number * 10 + bytes[i] - '0';
        }
        return number;
    }

    public String text() {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
