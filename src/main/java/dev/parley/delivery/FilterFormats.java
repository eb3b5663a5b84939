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

    /// One way.
    record FilterFormat(Format format, TypeFilter types) {}

    private final @Nullable FilterFormat[] ways = new @Nullable FilterFormat[SLOTS];
    private final int[] streams = new int[SLOTS];

    /// @return its slot, or [#NONE] when all are taken
    int join(FilterFormat wanted) {
        int free = NONE;
        for (int slot = SLOTS - 1; slot >= 0; slot--) {
            if (wanted.equals(ways[slot])) {
                streams[slot]++;
                return slot;
            }
            free = ways[slot] == null ? slot : free;
        }
        if (free != NONE) {
            ways[free] = wanted;
            streams[free] = 1;
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
