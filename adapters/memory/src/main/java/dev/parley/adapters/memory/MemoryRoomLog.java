package dev.parley.adapters.memory;

import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.log.Append;
import dev.parley.log.AppendResult;
import dev.parley.log.LogPage;
import dev.parley.log.PageRequest;
import dev.parley.log.SenderMark;
import dev.parley.log.spi.RoomLog;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The logs of all rooms in memory; the clearest statement of what the port promises, save that nothing
/// outlives the process. No call waits for more than another call's work in memory, so nothing is ever
/// [AppendResult.Held].
public final class MemoryRoomLog implements RoomLog {

    private static final int MAX_BATCH = 500;
    private static final int MAX_PAGE = 500;

    private final MemoryStore store;

    public MemoryRoomLog(MemoryStore store) {
        this.store = store;
    }

    @Override
    public List<AppendResult.Settled> append(List<Append> batch, Patience patience) {
        if (batch.size() > MAX_BATCH) {
            throw new IllegalArgumentException("a batch has at most " + MAX_BATCH + " items");
        }
        synchronized (store) {
            var transaction = new MemoryTransaction(store);
            var results = new ArrayList<AppendResult.Settled>(batch.size());
            for (var item : batch) {
                results.add(transaction.settle(item));
            }
            return results;
        }
    }

    @Override
    public LogPage page(RoomId id, PageRequest from, int limit) {
        if (limit < 1 || limit > MAX_PAGE) {
            throw new IllegalArgumentException("a page has 1 to " + MAX_PAGE + " events");
        }
        synchronized (store) {
            var room = store.room(id);
            return room == null ? new LogPage.NoSuchRoom() : new PageCut(store, room, limit).page(from);
        }
    }

    @Override
    public LogPage answers(RoomId id, long ref, @Nullable Position after, int limit) {
        synchronized (store) {
            var room = store.room(id);
            return room == null ? new LogPage.NoSuchRoom() : new PageCut(store, room, limit).answers(ref, after);
        }
    }

    @Override
    public int trim(RoomId id, int maxRows) {
        synchronized (store) {
            var room = store.room(id);
            if (room == null) {
                return 0;
            }
            long newFirst = new Trimming(room, store.now().millis()).newFirst();
            int removed = 0;
            while (removed < maxRows && room.first < newFirst) {
                room.trimOldest(store.usage);
                removed++;
            }
            return removed;
        }
    }

    @Override
    public List<RoomId> limitedRooms(String after, int limit) {
        synchronized (store) {
            return store.rooms.tailMap(after, false).values().stream()
                    .filter(room -> room.settings.retention().limited())
                    .limit(limit)
                    .map(room -> room.id)
                    .toList();
        }
    }

    @Override
    public int sweep(int maxRows) {
        synchronized (store) {
            long now = store.now().millis();
            int removed = store.ended.sweep(maxRows, now, store.usage);
            for (var room : store.rooms.values()) {
                room.senders.forget(now - SenderMark.KEPT.toMillis());
                long outOfWindow = now - room.kind.dedupeWindow().toMillis();
                while (removed < maxRows && room.forgetId(outOfWindow, store.usage)) {
                    removed++;
                }
            }
            return removed;
        }
    }
}
