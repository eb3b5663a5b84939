package dev.parley.adapters.sql.batch;

import dev.parley.kernel.AttributeKey;
import dev.parley.kernel.Sender;
import dev.parley.log.Attribute;
import dev.parley.log.AttributeBook;
import dev.parley.log.AttributeRuling;
import dev.parley.log.StateChange.ChangeAttributes;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// What a batch makes of rooms' attributes.
final class AttributeDecision {

    private static final class Changed {
        AttributeBook book;
        final Map<AttributeKey, Attribute> written = new LinkedHashMap<>();
        final Set<AttributeKey> forgotten = new HashSet<>();

        Changed(AttributeBook book) {
            this.book = book;
        }

        void apply(AttributeRuling.Made made) {
            book = made.after();
            made.written().forEach(row -> {
                written.put(row.key(), row);
                forgotten.remove(row.key());
            });
            made.forgotten().forEach(key -> {
                written.remove(key);
                forgotten.add(key);
            });
        }

        AttributeWrite write() {
            return new AttributeWrite(book, written.values(), forgotten);
        }
    }

    private final Map<RoomLife, AttributeBook> stored;
    private final Map<RoomLife, Changed> changed = new LinkedHashMap<>();

    AttributeDecision(Map<RoomLife, AttributeBook> stored) {
        this.stored = stored;
    }

    /// @param micros of the event that it would have
    AttributeRuling ruling(RoomLife life, ChangeAttributes change, Sender by, long seq, long micros) {
        return AttributeRuling.of(change, book(life), by, seq, micros);
    }

    void apply(RoomLife life, AttributeRuling.Made made) {
        changed.computeIfAbsent(life, of -> new Changed(book(of))).apply(made);
    }

    private AttributeBook book(RoomLife life) {
        Changed before = changed.get(life);
        return before == null ? stored.getOrDefault(life, AttributeBook.EMPTY) : before.book;
    }

    Map<RoomLife, AttributeWrite> writes() {
        Map<RoomLife, AttributeWrite> writes = new LinkedHashMap<>();
        changed.forEach((life, change) -> writes.put(life, change.write()));
        return writes;
    }
}
