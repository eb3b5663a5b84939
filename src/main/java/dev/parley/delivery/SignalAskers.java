package dev.parley.delivery;

import dev.parley.kernel.RoomId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The streams of a lane that ask for signals, by room. Bounded by the lane's streams and their rooms.
/// Touched on the lane only.
final class SignalAskers {

    private static final class Asker {
        final RoomCursor cursor;
        final Signals wants;
        /// Whether it was told how many there are.
        boolean told;

        Asker(RoomCursor cursor, Signals wants) {
            this.cursor = cursor;
            this.wants = wants;
        }
    }

    private final Map<RoomId, List<Asker>> askers = new HashMap<>();

    void add(RoomCursor cursor, Signals wants) {
        askers.computeIfAbsent(cursor.room(), _ -> new ArrayList<>(1)).add(new Asker(cursor, wants));
    }

    /// @return whether it asked
    boolean remove(RoomCursor cursor) {
        List<Asker> of = askers.get(cursor.room());
        if (of == null || !of.removeIf(asker -> asker.cursor == cursor)) {
            return false;
        }
        if (of.isEmpty()) {
            askers.remove(cursor.room());
        }
        return true;
    }

    void tell(RoomSignal signal) {
        for (Asker asker : askers.getOrDefault(signal.room(), List.of())) {
            Notice.Presence presence = signal.presence();
            if (asker.wants.presence() && presence != null) {
                asker.cursor.stream().signal(presence);
            }
            if (asker.wants.occupancy() && (signal.changed() || !asker.told)) {
                asker.told = asker.cursor.stream().signal(signal.occupancy());
            }
        }
    }
}
