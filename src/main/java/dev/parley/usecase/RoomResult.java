package dev.parley.usecase;

import dev.parley.room.RoomState;

/// A room after a request to create or change it.
public record RoomResult(RoomState room, boolean created) {}
