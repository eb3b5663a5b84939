package dev.parley.delivery;

import dev.parley.kernel.RoomId;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/// The streams of a lane that ask for signals, by room. Bounded by the lane's streams and their rooms.
/// Touched on the lane only.
final class SignalAskers {

    /// A room of a stream that asks.
    static final class Asker {
        final RoomCursor cursor;
        final Signals wants;
        /// Whether how many there are was written to it.
        boolean told;

        /// Whether it has left the room, so that nothing more of it is told.
        boolean gone;

        Asker(RoomCursor cursor, Signals wants) {
            this.cursor = cursor;
            this.wants = wants;
        }
    }

    private final Map<RoomId, Map<RoomCursor, Asker>> askers = new HashMap<>();

    void add(RoomCursor cursor, Signals wants) {
        askers.computeIfAbsent(cursor.room(), _ -> new LinkedHashMap<>()).put(cursor, new Asker(cursor, wants));
    }

    /// @return whether it asked
    boolean remove(RoomCursor cursor) {
        Map<RoomCursor, Asker> of = askers.get(cursor.room());
        Asker asker = of == null ? null : of.remove(cursor);
        if (of == null || asker == null) {
            return false;
        }
        asker.gone = true;
        if (of.isEmpty()) {
            askers.remove(cursor.room());
        }
        return true;
    }

    void tell(RoomSignal signal) {
        Notice.Presence told = signal.presence();
        SharedNotice presence = told == null ? null : new SharedNotice(told);
        var occupancy = new SharedNotice(signal.occupancy());
        for (Asker asker : askers.getOrDefault(signal.room(), Map.of()).values()) {
            if (asker.wants.presence() && presence != null) {
                asker.cursor.stream().signal(asker, presence);
            }
            if (asker.wants.occupancy() && (signal.changed() || !asker.told)) {
                asker.cursor.stream().signal(asker, occupancy);
            }
        }
    }
}
