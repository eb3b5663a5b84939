package dev.parley.log;

import dev.parley.kernel.Event;
import dev.parley.kernel.RoomId;
import java.util.List;

/// Told what this node committed, after the commit and before the callers' answers are written. Called one at a time
/// per lane, in seq order per room; must not block.
///
/// An event whose append once had an unknown outcome may be told twice, or late, after newer ones.
public interface CommitListener {

    /// New events of one room, in seq order, and how much of its log is kept. Duplicates are not told again.
    void committed(RoomId room, Retention retention, List<Event> events);

    /// An append of this room was given up with an unknown outcome: the log may hold more than was told, or may do so
    /// in a moment.
    default void uncertain(RoomId room) {}
}
