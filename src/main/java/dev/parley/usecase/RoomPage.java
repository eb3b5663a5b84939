package dev.parley.usecase;

import dev.parley.room.RoomState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A page of rooms in the order of their ids.
///
/// @param next where the next page begins; null when this was the last
public record RoomPage(List<RoomState> items, @Nullable String next) {}
