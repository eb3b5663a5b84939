package dev.parley.delivery;

import dev.parley.kernel.UserId;
import dev.parley.room.RoomState;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Who reads a stream.
///
/// @param name what he is called; null = as his id
/// @param mayRead decides by a room's rules; pure, called on lanes
public record Reader(UserId user, @Nullable String name, Predicate<RoomState> mayRead) {

    public Reader(UserId user, Predicate<RoomState> mayRead) {
        this(user, null, mayRead);
    }
}
