package dev.parley.bench.stream;

import dev.parley.bench.BenchFailure;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import org.HdrHistogram.Histogram;

/// How the processes of a load write to each other: a line of words, none of which has a blank.
final class Wire {

    private Wire() {}

    static String text(String text) {
        // An empty word would not be one.
        return "_" + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    static String text(String[] words, int at) {
        return new String(Base64.getDecoder().decode(words[at].substring(1)), StandardCharsets.UTF_8);
    }

    static String histogram(Histogram histogram) {
        var buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer, Deflater.BEST_SPEED);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }

    static Histogram histogram(String word) {
        try {
            return Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(word)), 0);
        } catch (DataFormatException e) {
            throw BenchFailure.wrong("another process of the load sent what is no histogram: " + e.getMessage() + ".");
        }
    }

    static String findings(Findings found) {
        return "%d %d %d %d %d %d %d %s"
                .formatted(
                        found.deliveries(),
                        found.frames(),
                        found.holes(),
                        found.missing(),
                        found.late(),
                        found.repeated(),
                        found.told(),
                        histogram(found.latency()));
    }

    static Findings findings(String[] words, int at) {
        long[] numbers = new long[7];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = Long.parseLong(words[at + i]);
        }
        return new Findings(
                numbers[0],
                numbers[1],
                numbers[2],
                numbers[3],
                numbers[4],
                numbers[5],
                numbers[6],
                histogram(words[at + numbers.length]));
    }
}
