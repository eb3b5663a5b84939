package dev.parley.adapters.sql.batch;

import dev.parley.kernel.RoomId;
import dev.parley.lifecycle.LifecycleKind;

/// A room that was created or destroyed, for the lifecycle log.
public record RoomTurn(RoomId room, LifecycleKind kind) {}
