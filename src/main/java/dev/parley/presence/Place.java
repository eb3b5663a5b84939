package dev.parley.presence;

import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;

/// A session in a room, whichever connection it has.
public record Place(RoomId room, SessionId session) {}
