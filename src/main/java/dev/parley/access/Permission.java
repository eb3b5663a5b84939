package dev.parley.access;

import dev.parley.log.Role;
import java.util.Locale;
import java.util.Optional;

/// What a grant allows in a room.
public enum Permission {
    /// Read history and streams.
    SUBSCRIBE,
    PUBLISH,
    /// Act on other people and their messages; raise a message's tier.
    MODERATE,
    /// Create, change and destroy the room.
    MANAGE;

    /// The least role that has it.
    Role ofRole() {
        return switch (this) {
            case SUBSCRIBE, PUBLISH -> Role.MEMBER;
            case MODERATE -> Role.MODERATOR;
            case MANAGE -> Role.OWNER;
        };
    }

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Permission> of(String wire) {
        for (Permission permission : values()) {
            if (permission.wire().equals(wire)) {
                return Optional.of(permission);
            }
        }
        return Optional.empty();
    }
}
