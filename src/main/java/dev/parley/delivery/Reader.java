package dev.parley.delivery;

import dev.parley.kernel.UserId;
import dev.parley.room.RoomState;
import java.util.function.Predicate;

/// Who reads a stream.
///
/// @param mayRead decides by a room's rules; pure, called on lanes
public record Reader(UserId user, Predicate<RoomState> mayRead) {}
