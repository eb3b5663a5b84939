package dev.parley.adapters.sql.batch;

import dev.parley.kernel.UserId;

/// A user in one life of a room: the key of a row of `member`.
public record RoomPerson(RoomLife life, UserId user) {}
