package dev.parley.delivery;

import dev.parley.kernel.RoomId;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/// The rooms of which streams of this node ask for signals, and which of them somebody new asks for. Bounded
/// by the node's streams and their rooms. Any thread.
final class SignalRooms {

    private final ConcurrentMap<RoomId, Integer> asked = new ConcurrentHashMap<>();
    private final Set<RoomId> fresh = ConcurrentHashMap.newKeySet();

    void add(RoomId room) {
        asked.merge(room, 1, Integer::sum);
        fresh.add(room);
    }

    void remove(RoomId room) {
        asked.computeIfPresent(room, (_, count) -> count == 1 ? null : count - 1);
    }

    Set<RoomId> asked() {
        return Set.copyOf(asked.keySet());
    }

    /// Each is told once.
    Set<RoomId> fresh() {
        Set<RoomId> found = Set.copyOf(fresh);
        fresh.removeAll(found);
        return found;
    }
}
