package dev.parley.usecase;

import dev.parley.log.RoomKind;
import dev.parley.log.RoomSettings;

/// How a request changes settings: a merge patch applied to what is, or a replacement that ignores it. Called again
/// when the settings moved meanwhile; pure.
@FunctionalInterface
public interface SettingsChange {
    /// @param kind of the room, for what falls back to a default
    RoomSettings apply(RoomKind kind, RoomSettings current);
}
