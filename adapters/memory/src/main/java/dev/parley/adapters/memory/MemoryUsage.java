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

    /// Refuses a batch as a whole, before anything of it was decided. Each item counts as if it won, so a
    /// batch of repeats may be refused too. The server's own events and changes always pass: they are
    /// few, and nobody could destroy a room of a full store otherwise.
    void checkRoomFor(List<Append> batch) {
        long moreEntries = batch.stream().mapToLong(MemoryUsage::entries).sum();
        long moreBytes = batch.stream().mapToLong(MemoryUsage::dataBytes).sum();
        boolean full = entries + moreEntries > bounds.entries() || dataBytes + moreBytes > bounds.dataBytes();
        if (full && batch.stream().anyMatch(MemoryUsage::refusable)) {
            throw new StoreUnavailableException("The memory store is full: it holds " + entries + " of "
                    + bounds.entries() + " entries and " + dataBytes + " of " + bounds.dataBytes()
                    + " bytes of data. Limit the rooms' retention, destroy rooms, or use another store.");
        }
    }

    private static boolean refusable(Append item) {
        return item.change() instanceof CreateRoom
                || (item.event() != null && !item.event().type().system());
    }

    private static long entries(Append item) {
        return item.event() != null && item.change() instanceof CreateRoom ? 2 : 1;
    }

    private static long dataBytes(Append item) {
        return item.event() == null ? 0 : item.event().data().length();
    }
}
