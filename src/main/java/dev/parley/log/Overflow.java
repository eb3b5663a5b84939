package dev.parley.log;

import java.util.Locale;
import java.util.Optional;

/// What becomes of a connection that has fallen behind what this node still holds of a room. The order of the constants
/// is stored: append only.
public enum Overflow {
    /// It is given everything, from the log.
    CATCH_UP,
    /// It is given the most precious and the newest, and told what was left out.
    SHED,
    /// It is given the newest of each key, and told what that superseded.
    LATEST;

    public String wire() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static Optional<Overflow> of(String wire) {
        for (Overflow overflow : values()) {
            if (overflow.wire().equals(wire)) {
                return Optional.of(overflow);
            }
        }
        return Optional.empty();
    }

    /// Unless the room says otherwise.
    public static Overflow usual(RoomKind kind) {
        return switch (kind) {
            case DURABLE -> CATCH_UP;
            case LIVE -> SHED;
        };
    }
}
