package dev.parley.lifecycle;

import java.util.Locale;

/// What happened. Goes into stores and onto the wire as [#wire].
public enum LifecycleKind {
    /// A user's first session came into a room.
    ONLINE,
    /// His last one is gone.
    OFFLINE,
    /// The first session of all came into a room.
    OCCUPIED,
    /// The last one is gone.
    VACATED,
    ROOM_CREATED,
    ROOM_DESTROYED;

    /// In kebab-case.
    public String wire() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// @throws IllegalArgumentException when no kind is written so
    public static LifecycleKind of(String wire) {
        return valueOf(wire.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    /// Whether it is about a session.
    public boolean ofSession() {
        return this != ROOM_CREATED && this != ROOM_DESTROYED;
    }
}
