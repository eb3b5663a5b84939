package dev.parley.lifecycle;

import dev.parley.kernel.RoomId;
import dev.parley.presence.LeaveCause;
import org.jspecify.annotations.Nullable;

/// One thing that happened.
///
/// @param visitor null for a room that was created or destroyed
/// @param cause of an `offline`, null for all else
public record LifecycleEntry(
        LifecycleKind kind,
        RoomId room,
        @Nullable Visitor visitor,
        @Nullable LeaveCause cause) {

    public LifecycleEntry {
        if (kind.ofSession() != (visitor != null)) {
            throw new IllegalArgumentException("sessions come and go, rooms are created and destroyed");
        }
        if ((kind == LifecycleKind.OFFLINE) != (cause != null)) {
            throw new IllegalArgumentException("an offline has a cause, and nothing else has");
        }
    }
}
