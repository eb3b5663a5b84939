package dev.parley.bench.stream;

import dev.parley.bench.BenchFailure;
import java.util.Arrays;

/// The beginning of something whose rest has not come yet.
final class KeptBytes {

    /// Far more than any event; a stream without an end in sight is a broken one.
    private static final int MOST = 4 << 20;
    private static final int LEAST = 512;

    private byte[] bytes = new byte[0];
    private int length;

    void add(byte[] from, int begin, int end) {
        int wanted = length + end - begin;
        if (wanted > MOST) {
            throw BenchFailure.wrong("the server sends an event of more than " + MOST + " bytes.");
        }
        if (wanted > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(LEAST, wanted * 2));
        }
        System.arraycopy(from, begin, bytes, length, end - begin);
        length = wanted;
    }

    byte[] array() {
        return bytes;
    }

    int length() {
        return length;
    }

    /// What was kept stays readable until something is added.
    void clear() {
        length = 0;
    }
}
