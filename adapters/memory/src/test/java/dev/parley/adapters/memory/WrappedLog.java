package dev.parley.adapters.memory;

import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.log.Append;
import dev.parley.log.AppendResult.Settled;
import dev.parley.log.LogPage;
import dev.parley.log.PageRequest;
import dev.parley.log.spi.RoomLog;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A log that does everything right until a subclass gets something wrong. It holds the store's monitor
/// during each call, so that a fault is no data race besides.
class WrappedLog implements RoomLog {

    final MemoryStore store;
    final MemoryRoomLog right;

    WrappedLog(MemoryStore store) {
        this.store = store;
        this.right = new MemoryRoomLog(store);
    }

    @Override
    public List<Settled> append(List<Append> batch, Patience patience) {
        synchronized (store) {
            var results = new ArrayList<Settled>();
            for (var item : batch) {
                results.add(append(item));
            }
            return results;
        }
    }

    Settled append(Append item) {
        return right.append(List.of(item), Patience.WAIT).getFirst();
    }

    @Override
    public LogPage page(RoomId room, PageRequest from, int limit) {
        synchronized (store) {
            return page(store.room(room), room, from, limit);
        }
    }

    @Override
    public LogPage answers(RoomId room, long ref, @Nullable Position after, int limit) {
        return right.answers(room, ref, after, limit);
    }

    LogPage page(@Nullable MemoryRoom room, RoomId id, PageRequest from, int limit) {
        return right.page(id, from, limit);
    }

    @Override
    public int trim(RoomId room, int maxRows) {
        synchronized (store) {
            var found = store.room(room);
            return found == null ? 0 : trim(found, maxRows);
        }
    }

    int trim(MemoryRoom room, int maxRows) {
        return right.trim(room.id, maxRows);
    }

    @Override
    public List<RoomId> limitedRooms(String after, int limit) {
        return right.limitedRooms(after, limit);
    }

    @Override
    public int sweep(int maxRows) {
        synchronized (store) {
            return right.sweep(maxRows);
        }
    }
}
