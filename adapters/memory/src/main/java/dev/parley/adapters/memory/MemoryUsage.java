package dev.parley.adapters.memory;

import dev.parley.log.Append;
import dev.parley.log.StateChange.ChangeAttributes;
import dev.parley.log.StateChange.CreateRoom;
import dev.parley.log.StateChange.EditMessage;
import dev.parley.log.StateChange.ReplaceMember;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What a store holds at the moment, measured against its bounds.
final class MemoryUsage {

    private static final Logger log = LoggerFactory.getLogger(MemoryUsage.class);

    private final MemoryBounds bounds;
    private long entries;
    private long dataBytes;
    private boolean told;

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

    /// Whether this item would exceed a bound. The server's own events and changes never do: they are few, and nobody
    /// could destroy a room of a full store otherwise.
    boolean isTooFullFor(Append item) {
        boolean full = entries + entries(item) > bounds.entries() || dataBytes + dataBytes(item) > bounds.dataBytes();
        boolean refused = full && refusable(item);
        if (refused && !told) {
            tell();
        }
        told = refused || (told && !hasRoom());
        return refused;
    }

    private void tell() {
        log.warn(
                "The memory store is full: it holds {} of {} entries and {} of {} bytes of data. Limit the rooms'"
                        + " retention, destroy rooms, or use another store.",
                entries,
                bounds.entries(),
                dataBytes,
                bounds.dataBytes());
    }

    /// Far enough below the bounds that filling up again is news.
    private boolean hasRoom() {
        return entries < bounds.entries() / 10 * 9 && dataBytes < bounds.dataBytes() / 10 * 9;
    }

    private static boolean refusable(Append item) {
        return item.change() instanceof CreateRoom
                || item.change() instanceof EditMessage
                || (item.change() instanceof ReplaceMember joining && joining.from() == null)
                || (item.change() instanceof ChangeAttributes change
                        && !change.set().isEmpty())
                || (item.event() != null && !item.event().type().system());
    }

    private static long entries(Append item) {
        return switch (item.change()) {
            case CreateRoom creation -> (item.event() == null ? 1 : 2) + (creation.owner() == null ? 0 : 1);
            case ReplaceMember _ -> 2;
            case ChangeAttributes change -> 1L + change.set().size();
            case null, default -> 1;
        };
    }

    private static long dataBytes(Append item) {
        long ofChange = item.change() instanceof EditMessage edit ? edit.data().length() : 0;
        return ofChange + (item.event() == null ? 0 : item.event().data().length());
    }
}
