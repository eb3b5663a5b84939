package dev.parley.usecase;

import dev.parley.kernel.Epoch;
import dev.parley.kernel.Event;
import dev.parley.kernel.Position;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A page of history: what was selected of a contiguous stretch of the log.
///
/// @param items ascending
/// @param next the last seq looked at in the direction of reading: the cursor of the next page
/// @param hasMore whether there is something beyond `next` in that direction now
/// @param skipped stretches left out for another reason than the reader's own filter
/// @param written what was written of it for others already; null = it is not shared
public record HistoryPage(
        List<Event> items,
        Epoch epoch,
        long first,
        long head,
        Position next,
        boolean hasMore,
        List<Skipped> skipped,
        @Nullable WrittenPage written) {

    public HistoryPage(
            List<Event> items,
            Epoch epoch,
            long first,
            long head,
            Position next,
            boolean hasMore,
            List<Skipped> skipped) {
        this(items, epoch, first, head, next, hasMore, skipped, null);
    }

    HistoryPage writtenBy(@Nullable Function<Event, byte[]> item) {
        WrittenPage shared = item == null ? null : new WrittenPage(item);
        return new HistoryPage(items, epoch, first, head, next, hasMore, skipped, shared);
    }

    /// @param count how many messages of from … to were left out
    public record Skipped(long from, long to, int count, Reason reason) {}

    public enum Reason {
        /// Their time to live is over.
        EXPIRED
    }
}
