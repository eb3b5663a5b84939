package dev.parley.presence;

import java.util.Locale;

/// Why a session left a room. Goes into stores and onto the wire as [#wire].
public enum LeaveCause {
    /// Its connection ended, or it left the room, and it did not return.
    CLOSED,
    /// Its node was not heard of any more.
    LEASE_EXPIRED,
    KICKED,
    BANNED,
    /// The room was destroyed.
    DESTROYED;

    /// In kebab-case.
    public String wire() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// @throws IllegalArgumentException when no cause is written so
    public static LeaveCause of(String wire) {
        return valueOf(wire.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
}
