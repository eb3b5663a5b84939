package dev.parley.kernel;

import org.jspecify.annotations.Nullable;

/// What is told beside the log: it has no seq, is stored nowhere, and may be lost.
public sealed interface Signal {

    /// Most bytes of data.
    int MAX_DATA = 1 << 10;

    long MAX_TTL_MS = 60_000;

    EventType type();

    /// How long it is worth something, in milliseconds.
    long ttlMs();

    /// A newer one of the same type and sender takes its place.
    record Latest(EventType type, Author author, JsonText data, long ttlMs) implements Signal {}

    /// Those of the same type are added up.
    ///
    /// @param author null = several
    record Sum(EventType type, @Nullable Author author, long n, long ttlMs) implements Signal {

        public Sum plus(Sum newer) {
            boolean same =
                    author != null && newer.author != null && author.sender().equals(newer.author.sender());
            return new Sum(type, same ? newer.author : null, n + newer.n, newer.ttlMs);
        }
    }

    /// Who is told.
    sealed interface Target {}

    /// Everybody who reads the room.
    record OfRoom(RoomId room) implements Target {}

    /// All sessions of a user.
    record OfUser(UserId user) implements Target {}
}
