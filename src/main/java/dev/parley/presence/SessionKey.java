package dev.parley.presence;

import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;

/// One connection of a session in one room.
public record SessionKey(RoomId room, SessionId session, ConnectionEpoch epoch) {}
