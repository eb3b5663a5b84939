package dev.parley.adapters.sql.batch;

/// A row of `message`.
public record MessageRef(RoomLife life, long seq) {}
