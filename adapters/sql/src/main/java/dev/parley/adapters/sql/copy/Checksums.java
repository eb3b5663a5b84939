package dev.parley.adapters.sql.copy;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Counts and checksums of one end's table, room by room in their order where its key begins with the room, otherwise
/// of
/// the table as a whole. Reads as it is asked.
final class Checksums {

    /// @param part the room, or the table when it is not kept by rooms
    record Sum(String part, long rows, String checksum) {}

    private final CopiedTable table;
    private final TablePages pages;
    private @Nullable Iterator<StoredRow> page;
    private @Nullable StoredRow pending;

    Checksums(CopyEnd end, CopiedTable table, int pageRows) {
        this.table = table;
        this.pages = new TablePages(end, table, pageRows);
    }

    /// @return null after the last one
    @Nullable
    Sum next() throws SQLException {
        StoredRow row = pending != null ? pending : read(null);
        if (row == null) {
            return null;
        }
        String part = part(row);
        MessageDigest digest = digest();
        long rows = 0;
        while (row != null && part(row).equals(part)) {
            row.addTo(digest);
            rows++;
            row = read(row);
        }
        pending = row;
        return new Sum(part, rows, HexFormat.of().formatHex(digest.digest(), 0, 8));
    }

    /// @param last the row read before, null when there is none
    private @Nullable StoredRow read(@Nullable StoredRow last) throws SQLException {
        if (page == null || !page.hasNext()) {
            if (page != null && last == null) {
                return null;
            }
            List<StoredRow> rows = pages.after(last == null ? null : pages.keyOf(last));
            page = rows.iterator();
        }
        return page.hasNext() ? page.next() : null;
    }

    private String part(StoredRow row) {
        return table.isByRoom() ? Objects.toString(row.values().getFirst()) : table.name();
    }

    static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Java has lost SHA-256", e);
        }
    }
}
