package dev.parley.delivery;

import dev.parley.delivery.spi.Format;
import dev.parley.delivery.spi.Framing;
import dev.parley.kernel.TypeFilter;
import org.jspecify.annotations.Nullable;

/// What the streams of a room on one lane want of a pass: formats, and types of events. Each way has a slot as long as
/// a stream wants it. Touched on the lane only.
final class FilterFormats {

    /// Merged for all who want the same; who wants something further is served by himself.
    static final int SLOTS = 8;

    static final int NONE = -1;

    private static final int FORMATS = Format.values().length;

    /// One way.
    record FilterFormat(Format format, TypeFilter types) {}

    private final @Nullable FilterFormat[] ways = new @Nullable FilterFormat[SLOTS];
    private final int[] streams = new int[SLOTS];

    /// Who wants everything finds a place in any case, whatever filters others have.
    ///
    /// @return its slot, or [#NONE] when all that are left to filters are taken
    int join(FilterFormat wanted) {
        int slot = wanted.types().equals(TypeFilter.ALL) ? wanted.format().ordinal() : filtered(wanted);
        if (slot != NONE) {
            ways[slot] = wanted;
            streams[slot]++;
        }
        return slot;
    }

    private int filtered(FilterFormat wanted) {
        int free = NONE;
        for (int slot = SLOTS - 1; slot >= FORMATS; slot--) {
            if (wanted.equals(ways[slot])) {
                return slot;
            }
            free = ways[slot] == null ? slot : free;
        }
        return free;
    }

    /// @param slot may be [#NONE]
    void leave(int slot) {
        if (slot != NONE && --streams[slot] == 0) {
            ways[slot] = null;
        }
    }

    @Nullable
    FilterFormat at(int slot) {
        return ways[slot];
    }

    /// The longest frame that any of them makes of this event.
    int longest(TailEntry entry, Framing framing) {
        int longest = 0;
        for (FilterFormat way : ways) {
            if (way != null) {
                longest = Math.max(longest, entry.frame(framing, way.format()).length);
            }
        }
        return longest;
    }
}
