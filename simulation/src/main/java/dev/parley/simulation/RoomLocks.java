package dev.parley.simulation;

import dev.parley.kernel.RoomId;
import java.util.HashMap;
import java.util.Map;

/// Which rooms are locked at the store by a transaction that is not one of the nodes' current ones, and until when.
final class RoomLocks {

    private final VirtualTime time;
    private final Map<RoomId, Long> until = new HashMap<>();

    RoomLocks(VirtualTime time) {
        this.time = time;
    }

    boolean held(RoomId room) {
        return remaining(room) > 0;
    }

    /// Nanoseconds until the room is free.
    long remaining(RoomId room) {
        Long end = until.get(room);
        return end == null ? 0 : Math.max(0, end - time.nanos());
    }

    void hold(RoomId room, long nanos) {
        until.merge(room, time.nanos() + nanos, Math::max);
    }
}
