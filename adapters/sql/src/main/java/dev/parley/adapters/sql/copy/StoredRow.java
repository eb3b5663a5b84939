package dev.parley.adapters.sql.copy;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The values of one row, in the order of its table's columns.
public record StoredRow(List<@Nullable Object> values) {

    /// About what it takes in memory beside the objects themselves.
    int size() {
        int size = 0;
        for (Object value : values) {
            size += value instanceof String text ? text.length() : Long.BYTES;
        }
        return size;
    }

    /// Each value with its kind and length, so that no two rows look alike.
    void addTo(MessageDigest digest) {
        for (Object value : values) {
            if (value == null) {
                digest.update((byte) 'n');
            } else {
                byte[] bytes = value.toString().getBytes(StandardCharsets.UTF_8);
                digest.update((value.getClass().getSimpleName() + bytes.length + ":").getBytes(StandardCharsets.UTF_8));
                digest.update(bytes);
            }
        }
    }
}
