package dev.parley.log;

import dev.parley.kernel.RoomId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Rooms of a lane that another writer holds, with their items in order. A few are waited for in transactions of their
/// own (the database queues us fairly behind the holder); the rest is released now and then to be tried with the
/// others,
/// so that a holder that has stopped costs its rooms time and no other room anything.
final class HeldRooms {

    private static final class Held {
        final Deque<Pending> items = new ArrayDeque<>();
        boolean flying;
    }

    private final Map<RoomId, Held> rooms = new LinkedHashMap<>();
    private final int maxFlying;
    private int flying;

    HeldRooms(int maxFlying) {
        this.maxFlying = maxFlying;
    }

    boolean isEmpty() {
        return rooms.isEmpty();
    }

    boolean contains(RoomId room) {
        return rooms.containsKey(room);
    }

    void add(Pending item) {
        rooms.computeIfAbsent(item.append().room(), _ -> new Held()).items.addLast(item);
    }

    /// The next room to wait for, oldest first; null when enough are waited for already.
    @Nullable
    Flight nextFlight(int maxItems) {
        if (flying >= maxFlying) {
            return null;
        }
        for (var entry : rooms.entrySet()) {
            if (!entry.getValue().flying) {
                return depart(entry.getKey(), entry.getValue(), maxItems);
            }
        }
        return null;
    }

    private Flight depart(RoomId room, Held held, int maxItems) {
        held.flying = true;
        flying++;
        List<Pending> items = new ArrayList<>();
        while (items.size() < maxItems && !held.items.isEmpty()) {
            items.add(held.items.removeFirst());
        }
        return Flight.ofHeld(room, items);
    }

    /// A flight of this room is over.
    ///
    /// @param stillHeld its items that have to wait on, in order; they come before the room's others
    void landed(RoomId room, List<Pending> stillHeld) {
        flying--;
        Held held = rooms.remove(room);
        if (held == null) {
            throw new IllegalStateException("a flying room stays in the map");
        }
        held.flying = false;
        stillHeld.reversed().forEach(held.items::addFirst);
        if (!held.items.isEmpty()) {
            // Behind the others, so that each held room has its turn.
            rooms.put(room, held);
        }
    }

    /// Hands out the items of all rooms that nobody waits for, in order, and forgets these rooms.
    List<Pending> release() {
        List<Pending> released = new ArrayList<>();
        Iterator<Held> each = rooms.values().iterator();
        while (each.hasNext()) {
            Held held = each.next();
            if (!held.flying) {
                released.addAll(held.items);
                each.remove();
            }
        }
        return released;
    }

    void forEachWaiting(Consumer<Pending> action) {
        rooms.values().forEach(held -> held.items.forEach(action));
    }
}
