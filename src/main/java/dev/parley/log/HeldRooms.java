package dev.parley.log;

import dev.parley.kernel.RoomId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Rooms of a lane that another writer holds, with their items in order. A few are waited for in transactions of their
/// own (the database queues us fairly behind the holder); the rest is released now and then to be tried with the
/// others, so that a holder that has stopped costs its rooms time and no other room anything.
final class HeldRooms {

    private static final class Held {
        final WaitingItems items;
        boolean flying;
        /// Was waited for in vain.
        boolean resting;

        Held(LaneLimits limits) {
            items = new WaitingItems(limits);
        }
    }

    private final LaneLimits limits;
    private final Map<RoomId, Held> rooms = new LinkedHashMap<>();
    private int flying;

    HeldRooms(LaneLimits limits) {
        this.limits = limits;
    }

    boolean isEmpty() {
        return rooms.isEmpty();
    }

    boolean contains(RoomId room) {
        return rooms.containsKey(room);
    }

    void add(Pending item) {
        rooms.computeIfAbsent(item.append().room(), _ -> new Held(limits)).items.add(item);
    }

    /// The next room to wait for, oldest first; null when enough are waited for already, or all others rest.
    @Nullable
    Flight nextFlight() {
        if (flying >= limits.heldRooms()) {
            return null;
        }
        for (var entry : rooms.entrySet()) {
            if (!entry.getValue().flying && !entry.getValue().resting) {
                return depart(entry.getKey(), entry.getValue());
            }
        }
        return null;
    }

    private Flight depart(RoomId room, Held held) {
        held.flying = true;
        flying++;
        return Flight.ofHeld(room, held.items.nextBatch());
    }

    /// A flight of this room is over.
    ///
    /// @param inVain the room is still held: it rests until the next release, for a store that says so at
    ///     once would be asked again without end
    /// @param outcome what it means for the room's other items
    void landed(RoomId room, boolean inVain, Consumer<WaitingItems> outcome) {
        flying--;
        Held held = rooms.remove(room);
        if (held == null) {
            throw new IllegalStateException("a flying room stays in the map");
        }
        held.flying = false;
        held.resting = inVain;
        outcome.accept(held.items);
        if (!held.items.isEmpty()) {
            // Behind the others, so that each held room has its turn.
            rooms.put(room, held);
        }
    }

    /// Hands out the items of all rooms that nobody waits for, in order, and forgets these rooms.
    List<Pending> release() {
        List<Pending> released = new ArrayList<>();
        rooms.values().removeIf(held -> {
            if (!held.flying) {
                released.addAll(held.items.takeAll());
            }
            return !held.flying;
        });
        return released;
    }

    void dropAnswered() {
        rooms.values().removeIf(held -> {
            held.items.dropAnswered();
            return !held.flying && held.items.isEmpty();
        });
    }

    void forEachWaiting(Consumer<Pending> action) {
        rooms.values().forEach(held -> held.items.forEach(action));
    }
}
