package dev.parley.adapters.memory;

import dev.parley.kernel.Epoch;
import dev.parley.kernel.Event;
import dev.parley.kernel.Position;
import dev.parley.log.LogPage;
import dev.parley.log.PageRequest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Cuts one page out of a room's log, under the store's monitor.
final class PageCut {

    /// Data of one page in bytes; a single larger event still goes alone.
    private static final int MAX_BYTES = 1 << 20;

    private final MemoryStore store;
    private final MemoryRoom room;
    private final int limit;

    PageCut(MemoryStore store, MemoryRoom room, int limit) {
        this.store = store;
        this.room = room;
        this.limit = limit;
    }

    LogPage page(PageRequest from) {
        return switch (from) {
            case PageRequest.After(var position) -> after(position);
            case PageRequest.Before(var position) -> before(position);
            case PageRequest.Newest() -> backwards(room.head + 1);
        };
    }

    /// What refers to an event.
    LogPage answers(long ref, @Nullable Position after) {
        if (after != null && !after.epoch().equals(epoch())) {
            return new LogPage.OtherEpoch(epoch(), room.first, room.head);
        }
        if (after != null && after.seq() > room.head) {
            return new LogPage.Ahead(epoch(), room.first, room.head);
        }
        long from = after == null ? 0 : after.seq();
        return rows(fill(room.log.tailMap(from, false).values().stream()
                .filter(entry -> entry.answers(ref))
                .toList()));
    }

    private LogPage after(Position position) {
        if (!position.epoch().equals(epoch())) {
            return new LogPage.OtherEpoch(epoch(), room.first, room.head);
        }
        if (position.seq() > room.head) {
            return new LogPage.Ahead(epoch(), room.first, room.head);
        }
        if (position.seq() < room.first - 1) {
            return new LogPage.Trimmed(epoch(), room.first, room.head);
        }
        return rows(fill(room.log.tailMap(position.seq(), false).values()));
    }

    private LogPage before(Position position) {
        if (!position.epoch().equals(epoch())) {
            return new LogPage.OtherEpoch(epoch(), room.first, room.head);
        }
        if (position.seq() > room.head + 1) {
            return new LogPage.Ahead(epoch(), room.first, room.head);
        }
        return backwards(position.seq());
    }

    private LogPage backwards(long before) {
        var newestFirst = fill(room.log.headMap(before, false).descendingMap().values());
        return rows(newestFirst.reversed());
    }

    private List<Event> fill(Collection<LogEntry> entries) {
        var events = new ArrayList<Event>();
        long bytes = 0;
        for (var entry : entries) {
            bytes += entry.dataBytes();
            if (events.size() == limit || (bytes > MAX_BYTES && !events.isEmpty())) {
                break;
            }
            events.add(entry.event(room.id, epoch()));
        }
        return events;
    }

    private LogPage rows(List<Event> events) {
        return new LogPage.Rows(epoch(), room.first, room.head, store.now().millis(), List.copyOf(events));
    }

    private Epoch epoch() {
        return room.epoch(store.generation);
    }
}
