package dev.parley.adapters.memory;

import dev.parley.log.Append;
import dev.parley.log.StateChange.CreateRoom;
import dev.parley.log.spi.StoreUnavailableException;
import java.util.List;

/// What a store holds at the moment, measured against its bounds.
final class MemoryUsage {

    private final MemoryBounds bounds;
    private long entries;
    private long dataBytes;

    MemoryUsage(MemoryBounds bounds) {
        this.bounds = bounds;
    }

    void add(long newEntries, long newDataBytes) {
        entries += newEntries;
        dataBytes += newDataBytes;
    }

    void remove(long oldEntries, long oldDataBytes) {
        add(-oldEntries, -oldDataBytes);
    }

    /// Refuses a batch as a whole, before anything of it was decided. Counts each item as if it won: a
    /// batch of repeats may be refused too, never one that exceeds the bounds be let in. The server's own
    /// events always pass, or nobody could destroy a room of a full store.
    void checkRoomFor(List<Append> batch) {
        long items = batch.stream().filter(MemoryUsage::grows).count();
        if (items > 0
                && (entries + 2L * batch.size() > bounds.entries() || dataBytes + data(batch) > bounds.dataBytes())) {
            throw new StoreUnavailableException("The memory store is full: it holds " + entries + " of "
                    + bounds.entries() + " entries and " + dataBytes + " of " + bounds.dataBytes()
                    + " bytes of data. Limit the rooms' retention, destroy rooms, or use another store.");
        }
    }

    private static boolean grows(Append item) {
        return item.change() instanceof CreateRoom
                || (item.event() != null && !item.event().type().system());
    }

    private static long data(List<Append> batch) {
        return batch.stream()
                .mapToLong(
                        item -> item.event() == null ? 0 : item.event().data().length())
                .sum();
    }
}
