package dev.parley.log;

import java.util.Locale;
import java.util.Optional;

/// What a member is in a room; each may what the ones before it may, and more.
public enum Role {
    MEMBER,
    /// Also where all others are muted.
    SPEAKER,
    MODERATOR,
    OWNER;

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Role> of(String wire) {
        for (Role role : values()) {
            if (role.wire().equals(wire)) {
                return Optional.of(role);
            }
        }
        return Optional.empty();
    }

    public boolean atLeast(Role other) {
        return compareTo(other) >= 0;
    }
}
