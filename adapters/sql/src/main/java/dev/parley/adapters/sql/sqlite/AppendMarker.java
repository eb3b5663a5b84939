package dev.parley.adapters.sql.sqlite;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// The small file beside the data that says how far the store had come. When it is ahead of the data, the
/// data were restored from a copy. One short line, overwritten in place and flushed.
final class AppendMarker {

    private static final Pattern LINE = Pattern.compile("generation=(\\d{1,18}) appends=(\\d{1,18})\\s*");

    /// Longer than any line, so that a shorter one leaves nothing of the one before.
    private static final int LENGTH = 64;

    private final Path file;

    AppendMarker(Path file) {
        this.file = file;
    }

    boolean exists() {
        return Files.exists(file);
    }

    /// Empty when the file says nothing that this server could have written.
    Optional<StoreCount> read() throws IOException {
        var matcher = LINE.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
        return matcher.matches()
                ? Optional.of(new StoreCount(Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2))))
                : Optional.empty();
    }

    void write(StoreCount count) throws IOException {
        String line = "generation=" + count.generation() + " appends=" + count.appends();
        String padded = line + " ".repeat(LENGTH - 1 - line.length()) + "\n";
        var create = Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try (var channel = FileChannel.open(file, create, OwnerOnly.file(file))) {
            var bytes = ByteBuffer.wrap(padded.getBytes(StandardCharsets.ISO_8859_1));
            while (bytes.hasRemaining()) {
                channel.write(bytes, bytes.position());
            }
            channel.force(true);
        }
    }
}
