package dev.parley.delivery;

import dev.parley.delivery.Notice.CloseReason;
import dev.parley.kernel.RoomId;
import org.jspecify.annotations.Nullable;

/// Hears which rooms the open connections of this node read. Called on lanes, for each connection in the
/// order in which things happen; must not block.
public interface Attendance {

    Attendance NONE = new Attendance() {};

    /// It reads the room from now on.
    default void came(RoomId room, Attendee who) {}

    /// It does not any more; once for each time that it came.
    ///
    /// @param reason why the server ended it; null = the client did, or the whole connection ended
    default void went(RoomId room, Attendee who, @Nullable CloseReason reason) {}
}
