package dev.parley.log;

import dev.parley.kernel.AttributeKey;
import dev.parley.kernel.Sender;
import dev.parley.log.StateChange.ChangeAttributes;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What becomes of a room's attributes by a change: what a store asks under the room's lock, for new changes
/// only. Pure; every store decides by it, so that all decide alike. All keys of a change are changed, or none.
public sealed interface AttributeRuling {

    /// It is so, and then this is held.
    ///
    /// @param written what stands under the changed keys now
    /// @param forgotten removed keys that are not remembered any more
    record Made(AttributeBook after, List<Attribute> written, List<AttributeKey> forgotten)
            implements AttributeRuling {}

    record Refused(AttributeRefusal why) implements AttributeRuling {}

    /// @param by the item's author
    /// @param seq its event's, should it be made
    /// @param now µs of the store's clock, and of its event not less
    static AttributeRuling of(ChangeAttributes change, AttributeBook book, Sender by, long seq, long now) {
        AttributeRefusal refusal = refusal(change, book, by, now);
        return refusal == null ? made(change, book, by, seq, now) : new Refused(refusal);
    }

    private static @Nullable AttributeRefusal refusal(
            ChangeAttributes change, AttributeBook book, Sender by, long now) {
        AttributeRefusal ofKey = change.keys()
                .map(key -> ofKey(change, key, book.held(key), by))
                .filter(refusal -> refusal != null)
                .findFirst()
                .orElse(null);
        if (ofKey != null) {
            return ofKey;
        }
        if (change.set().isEmpty() && change.removed().stream().allMatch(key -> book.held(key) == null)) {
            return new AttributeRefusal.Nothing();
        }
        if (grows(change, book) && heldAfter(change, book) > AttributeBook.MAX_HELD) {
            return new AttributeRefusal.Full();
        }
        long wait = change.limited() ? Bucket.early(book.bucket(), interval(), now) : 0;
        return wait > 0 ? new AttributeRefusal.TooMany(Duration.of(wait, ChronoUnit.MICROS)) : null;
    }

    private static @Nullable AttributeRefusal ofKey(
            ChangeAttributes change, AttributeKey key, @Nullable AttributeMark held, Sender by) {
        if (!change.condition().holds(held == null ? null : Long.valueOf(held.seq()))) {
            return new AttributeRefusal.Conflict(key, held == null ? 0 : held.seq());
        }
        boolean foreign = held != null && !held.owner().equals(by);
        return foreign && !change.force() ? new AttributeRefusal.OfAnother(key) : null;
    }

    private static boolean grows(ChangeAttributes change, AttributeBook book) {
        return change.set().keySet().stream().anyMatch(key -> book.held(key) == null);
    }

    private static long heldAfter(ChangeAttributes change, AttributeBook book) {
        long more = change.set().keySet().stream()
                .filter(key -> book.held(key) == null)
                .count();
        long less =
                change.removed().stream().filter(key -> book.held(key) != null).count();
        return book.countHeld() + more - less;
    }

    private static Made made(ChangeAttributes change, AttributeBook book, Sender by, long seq, long now) {
        var marks = new HashMap<>(book.marks());
        var written = new ArrayList<Attribute>();
        Long expiresAt = change.ttlMs() == 0 ? null : Long.valueOf(Math.floorDiv(now, 1_000L) + change.ttlMs());
        change.set().forEach((key, value) -> {
            marks.put(key, new AttributeMark(seq, by, true));
            written.add(new Attribute(key, value, seq, by, change.autoDelete(), expiresAt));
        });
        for (AttributeKey key : change.removed()) {
            if (book.held(key) != null) {
                marks.put(key, new AttributeMark(seq, by, false));
                written.add(Attribute.removed(key, seq, by));
            }
        }
        List<AttributeKey> forgotten = tooManyRemoved(marks);
        long newest =
                forgotten.stream().mapToLong(key -> seqOf(marks, key)).max().orElse(0);
        marks.keySet().removeAll(forgotten);
        long bucket = change.limited() ? Bucket.plusOne(book.bucket(), interval(), now) : book.bucket();
        return new Made(new AttributeBook(marks, bucket, Math.max(newest, book.forgotten())), written, forgotten);
    }

    private static List<AttributeKey> tooManyRemoved(Map<AttributeKey, AttributeMark> marks) {
        return marks.entrySet().stream()
                .filter(entry -> !entry.getValue().held())
                .sorted(Comparator.comparingLong(entry -> -entry.getValue().seq()))
                .skip(AttributeBook.MAX_REMOVED)
                .map(Map.Entry::getKey)
                .toList();
    }

    private static long seqOf(Map<AttributeKey, AttributeMark> marks, AttributeKey key) {
        AttributeMark mark = marks.get(key);
        return mark == null ? 0 : mark.seq();
    }

    private static long interval() {
        return Bucket.SECOND / AttributeBook.PER_SECOND;
    }
}
