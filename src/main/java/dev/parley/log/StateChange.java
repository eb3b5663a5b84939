package dev.parley.log;

import dev.parley.kernel.Life;
import org.jspecify.annotations.Nullable;

/// A change of a room's state, written in the same transaction as the event that tells of it.
public sealed interface StateChange {

    /// Creates the room unless it exists. It has no event and no seq. Running it again with the same life is a repeat.
    record CreateRoom(Life life, RoomKind kind, RoomSettings settings) implements StateChange {

        /// A room as its kind is when nobody sets anything.
        public static CreateRoom ofDefaults(Life life, RoomKind kind) {
            return new CreateRoom(life, kind, RoomSettings.defaults(kind));
        }

        /// What is appended together with the creation is decided under these.
        public RoomTerms terms() {
            return RoomTerms.ofNew(life, settings);
        }
    }

    /// Replaces all settings and raises `version` and `rules`, if the version is still the expected one.
    record ReplaceSettings(RoomSettings settings, long expectedVersion) implements StateChange {}

    /// Ends this life of the room. Its event is the last of the log; the rows go in the background.
    ///
    /// @param expectedVersion null = whatever the version is
    record DestroyRoom(@Nullable Long expectedVersion) implements StateChange {}
}
