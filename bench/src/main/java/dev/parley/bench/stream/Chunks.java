package dev.parley.bench.stream;

import dev.parley.bench.BenchFailure;
import java.util.function.Consumer;

/// Takes the chunked framing of HTTP/1.1 off. Trailers are not read.
final class Chunks implements Stage {

    private enum At {
        SIZE,
        EXTENSION,
        DATA,
        DATA_END,
        END
    }

    private final Stage next;
    private final Consumer<String> ended;
    private At at = At.SIZE;
    private long left;
    private int digits;

    Chunks(Stage next, Consumer<String> ended) {
        this.next = next;
        this.ended = ended;
    }

    @Override
    public void accept(byte[] bytes, int from, int to) {
        int i = from;
        while (i < to) {
            if (at == At.DATA) {
                int end = (int) Math.min(to, i + left);
                left -= end - i;
                next.accept(bytes, i, end);
                i = end;
                at = left == 0 ? At.DATA_END : At.DATA;
            } else {
                frame(bytes[i++]);
            }
        }
    }

    private void frame(byte b) {
        switch (at) {
            case SIZE -> size(b);
            case EXTENSION -> {
                if (b == '\n') {
                    sized();
                }
            }
            case DATA_END -> {
                if (b == '\n') {
                    at = At.SIZE;
                } else if (b != '\r') {
                    throw broken();
                }
            }
            case DATA, END -> {}
        }
    }

    private void size(byte b) {
        int digit = Character.digit(b, 16);
        if (digit >= 0) {
            left = left * 16 + digit;
            if (++digits > 8) {
                throw broken();
            }
        } else if (digits == 0) {
            throw broken();
        } else if (b == '\n') {
            sized();
        } else {
            at = At.EXTENSION;
        }
    }

    private void sized() {
        digits = 0;
        at = left == 0 ? At.END : At.DATA;
        if (left == 0) {
            ended.accept("the body ended");
        }
    }

    private static BenchFailure broken() {
        return BenchFailure.wrong("the server's chunks are framed wrongly.");
    }
}
