package dev.parley.adapters.memory;

import dev.parley.kernel.AttributeKey;
import dev.parley.log.Append;
import dev.parley.log.Attribute;
import dev.parley.log.AttributeBook;
import dev.parley.log.AttributeMark;
import dev.parley.log.AttributeRuling;
import dev.parley.log.StateChange.ChangeAttributes;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/// The attributes of one life of a room, those held and those removed lately. Guarded by the store's monitor.
final class MemoryAttributes {

    private final NavigableMap<AttributeKey, Attribute> rows = new TreeMap<>();
    private AttributeBook book = AttributeBook.EMPTY;

    AttributeRuling ruling(ChangeAttributes change, Append item, long seq, long micros) {
        return AttributeRuling.of(change, book, item.author().sender(), seq, micros);
    }

    void apply(AttributeRuling.Made made, MemoryUsage usage) {
        made.written().forEach(row -> {
            drop(row.key(), usage);
            rows.put(row.key(), row);
            usage.add(1, bytes(row));
        });
        made.forgotten().forEach(key -> drop(key, usage));
        book = made.after();
    }

    private void drop(AttributeKey key, MemoryUsage usage) {
        Attribute old = rows.remove(key);
        if (old != null) {
            usage.remove(1, bytes(old));
        }
    }

    private static long bytes(Attribute row) {
        return row.value() == null ? 0 : row.value().length();
    }

    /// Forgets what was removed before the log begins.
    void trim(long first, MemoryUsage usage) {
        List<AttributeKey> old = rows.values().stream()
                .filter(row -> !row.held() && row.seq() < first)
                .map(Attribute::key)
                .toList();
        if (old.isEmpty()) {
            return;
        }
        old.forEach(key -> drop(key, usage));
        var marks = new HashMap<AttributeKey, AttributeMark>(book.marks());
        marks.keySet().removeAll(old);
        book = new AttributeBook(marks, book.bucket(), book.forgotten());
    }

    /// For a life that ended.
    ///
    /// @return whether there was a row
    boolean removeOne(MemoryUsage usage) {
        if (rows.isEmpty()) {
            return false;
        }
        drop(rows.firstKey(), usage);
        return true;
    }

    List<Attribute> held() {
        return rows.values().stream().filter(Attribute::held).toList();
    }

    List<Attribute> changedAfter(long seq) {
        return rows.values().stream()
                .filter(row -> row.seq() > seq)
                .sorted(Comparator.comparingLong(Attribute::seq))
                .toList();
    }

    /// The newest removal that is not known any more.
    long forgotten() {
        return book.forgotten();
    }
}
