package dev.parley.bench.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.HdrHistogram.Histogram;

/// How long this disk takes to keep 4 KiB: a write and its flush, one after the other. No commit is faster.
final class FlushProbe {

    private static final int BLOCK = 4_096;
    private static final int MOST = 200;
    private static final Duration LONGEST = Duration.ofMillis(500);

    private FlushProbe() {}

    static Latency measure(Path folder) {
        try {
            Path file = Files.createTempFile(folder, "flush", ".probe");
            try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                return measure(channel);
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write into " + folder, e);
        }
    }

    private static Latency measure(FileChannel channel) throws IOException {
        Histogram histogram = Latency.histogram();
        long begun = System.nanoTime();
        for (int i = 0; i < MOST && System.nanoTime() - begun < LONGEST.toNanos(); i++) {
            long start = System.nanoTime();
            channel.write(ByteBuffer.allocate(BLOCK), (long) i * BLOCK);
            channel.force(false);
            Latency.record(histogram, System.nanoTime() - start);
        }
        return Latency.of(histogram);
    }
}
