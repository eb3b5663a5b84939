package dev.parley.log;

import dev.parley.kernel.AttributeKey;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The attributes of one life of a room, as far as changes of them are decided by it.
///
/// @param marks of the keys that are held, and of those removed lately: at most [#MAX_HELD] and [#MAX_REMOVED]
/// @param bucket what is used up of [#PER_SECOND], µs of the store's clock
/// @param forgotten the newest seq of a removal that is not in `marks` any more, 0 when all are: who knows
///     less cannot be told what has changed
public record AttributeBook(Map<AttributeKey, AttributeMark> marks, long bucket, long forgotten) {

    /// Keys a room holds.
    public static final int MAX_HELD = 100;

    /// Removed keys a room remembers, beyond that the oldest go.
    public static final int MAX_REMOVED = 200;

    /// Changes of a room's attributes in a second.
    public static final int PER_SECOND = 100;

    /// Bytes of a value.
    public static final int MAX_VALUE = 4 << 10;

    /// Keys of one change.
    public static final int MAX_CHANGED = 20;

    /// Bytes of one change's values.
    public static final int MAX_CHANGE = 16 << 10;

    public static final AttributeBook EMPTY = new AttributeBook(Map.of(), 0, 0);

    public AttributeBook {
        marks = Map.copyOf(marks);
    }

    /// Null when the key is not held.
    @Nullable
    AttributeMark held(AttributeKey key) {
        AttributeMark mark = marks.get(key);
        return mark == null || !mark.held() ? null : mark;
    }

    long countHeld() {
        return marks.values().stream().filter(AttributeMark::held).count();
    }
}
