package dev.parley.lifecycle;

import dev.parley.kernel.RoomId;

/// Somebody of whom the log says that he is in a room: the newest row about him there is his `online`.
public record OnlineUser(RoomId room, Visitor visitor) {}
