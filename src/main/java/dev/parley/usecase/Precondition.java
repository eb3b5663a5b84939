package dev.parley.usecase;

import dev.parley.room.RoomState;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a request demands of the room it changes (`If-Match`, `If-None-Match: *`).
public sealed interface Precondition {

    /// Whatever is there.
    record Anything() implements Precondition {}

    /// The room exists with one of these settings versions.
    record Version(Set<Long> versions) implements Precondition {}

    /// The room exists (`If-Match: *`).
    record Present() implements Precondition {}

    /// There is no such room yet.
    record Absent() implements Precondition {}

    /// No demand. A constant of this interface would make its class and its subclass's initialise each other.
    static Precondition none() {
        return new Anything();
    }

    /// @param state null when the room does not exist
    default boolean holds(@Nullable RoomState state) {
        return switch (this) {
            case Anything _ -> true;
            case Version(var versions) -> state != null && versions.contains(state.version());
            case Present _ -> state != null;
            case Absent _ -> state == null;
        };
    }
}
