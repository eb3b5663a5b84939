package dev.parley.log;

import dev.parley.kernel.Event;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import java.util.List;
import java.util.Map;

/// Told what this node committed, after the commit and before the callers' answers are written. Called one
/// at a time per lane, in seq order per room; must not block.
///
/// An event whose append once had an unknown outcome may be told twice, or late, after newer ones.
public interface CommitListener {

    /// New events of one room, in seq order, and how much of its log is kept. Duplicates are not told again.
    void committed(RoomId room, Retention retention, List<Event> events);

    /// The same, with the sessions that published some of these events through this node. Who passes on what
    /// it is told passes on this.
    default void committed(RoomId room, Retention retention, List<Event> events, Map<Position, SessionId> publishers) {
        committed(room, retention, events);
    }

    /// An append of this room was given up with an unknown outcome: the log may hold more than was told, or
    /// may do so in a moment.
    default void uncertain(RoomId room) {}

    /// Tells one after the other; a fault of the first does not keep the second from hearing.
    static CommitListener both(CommitListener first, CommitListener second) {
        return new CommitListener() {
            @Override
            public void committed(RoomId room, Retention retention, List<Event> events) {
                committed(room, retention, events, Map.of());
            }

            @Override
            public void committed(
                    RoomId room, Retention retention, List<Event> events, Map<Position, SessionId> publishers) {
                try {
                    first.committed(room, retention, events, publishers);
                } finally {
                    second.committed(room, retention, events, publishers);
                }
            }

            @Override
            public void uncertain(RoomId room) {
                try {
                    first.uncertain(room);
                } finally {
                    second.uncertain(room);
                }
            }
        };
    }
}
