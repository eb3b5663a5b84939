package dev.parley.log;

import java.util.Locale;
import java.util.Optional;

/// What readers of a room are told of who is in it. The order of the constants is stored: append only.
public enum PresenceMode {
    /// Nothing.
    OFF,
    /// How many.
    COUNT,
    /// Who.
    LIST;

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<PresenceMode> of(String wire) {
        for (PresenceMode mode : values()) {
            if (mode.wire().equals(wire)) {
                return Optional.of(mode);
            }
        }
        return Optional.empty();
    }

    /// Unless the room says otherwise.
    public static PresenceMode usual(RoomKind kind) {
        return switch (kind) {
            case DURABLE -> LIST;
            case LIVE -> COUNT;
        };
    }
}
