package dev.parley.adapters.sql.batch;

import dev.parley.kernel.Life;
import dev.parley.kernel.RoomId;

/// One life of one room id.
public record RoomLife(RoomId room, Life life) {}
