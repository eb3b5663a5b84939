package dev.parley.adapters.web.json;

import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.ProblemCode;
import dev.parley.kernel.JsonText;
import java.util.Arrays;

/// Takes the white space between tokens out of a message's data and leaves every other byte as it was sent. In the same
/// pass it refuses what no store and no client can hold: too much, too deep, U+0000, a lone surrogate.
///
/// The text must be valid JSON in valid UTF-8 already.
final class DataCompactor {

    static final int MAX_BYTES = 16 << 10;
    static final int MAX_DEPTH = 32;

    private final byte[] in;
    private final int end;
    private final byte[] out;
    private int at;
    private int length;
    private int depth;

    private DataCompactor(byte[] in, int from, int end) {
        this.in = in;
        this.at = from;
        this.end = end;
        this.out = new byte[Math.min(end - from, MAX_BYTES)];
    }

    static JsonText compact(byte[] text, int from, int end) {
        return new DataCompactor(text, from, end).run();
    }

    private JsonText run() {
        while (at < end) {
            byte b = in[at++];
            switch (b) {
                case ' ', '\t', '\n', '\r' -> {}
                case '"' -> string();
                case '{', '[' -> {
                    deeper();
                    put(b);
                }
                case '}', ']' -> {
                    depth--;
                    put(b);
                }
                default -> put(b);
            }
        }
        return JsonText.ofUtf8(length == out.length ? out : Arrays.copyOf(out, length));
    }

    private void deeper() {
        if (++depth > MAX_DEPTH) {
            throw invalid("data has at most " + MAX_DEPTH + " levels of nesting");
        }
    }

    private void string() {
        put((byte) '"');
        while (true) {
            byte b = in[at++];
            put(b);
            if (b == '"') {
                return;
            }
            if (b == '\\') {
                escape();
            }
        }
    }

    private void escape() {
        byte kind = in[at++];
        put(kind);
        if (kind != 'u') {
            return;
        }
        char unit = unit();
        if (unit == 0) {
            throw invalid("data must not contain U+0000");
        }
        if (Character.isLowSurrogate(unit) || (Character.isHighSurrogate(unit) && !lowSurrogateFollows())) {
            throw invalid("data must not contain a lone surrogate");
        }
    }

    /// The other half of a pair can only be an escape as well: in UTF-8 it has no form of its own.
    private boolean lowSurrogateFollows() {
        if (in[at] != '\\' || in[at + 1] != 'u') {
            return false;
        }
        put(in[at++]);
        put(in[at++]);
        return Character.isLowSurrogate(unit());
    }

    private char unit() {
        int value = 0;
        for (int i = 0; i < 4; i++) {
            byte digit = in[at++];
            put(digit);
            value = value << 4 | Character.digit(digit, 16);
        }
        return (char) value;
    }

    private void put(byte b) {
        if (length == MAX_BYTES) {
            throw Problem.of(ProblemCode.PAYLOAD_TOO_LARGE, "data is at most 16 KiB, white space not counted")
                    .exception();
        }
        out[length++] = b;
    }

    private static RuntimeException invalid(String detail) {
        return Problem.of(ProblemCode.INVALID_BODY, detail).exception();
    }
}
