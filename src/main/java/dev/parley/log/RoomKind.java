package dev.parley.log;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/// What a room is for, fixed at creation. The order of the constants is stored: append only.
public enum RoomKind {
    /// A group chat, a shared document: every message matters, nothing is dropped.
    DURABLE(Duration.ofHours(24)),
    /// A stream's chatroom: many people, short memory.
    LIVE(Duration.ofMinutes(10));

    private final Duration dedupeWindow;

    RoomKind(Duration dedupeWindow) {
        this.dedupeWindow = dedupeWindow;
    }

    /// How long a client message id is remembered at least, also after its event was trimmed.
    public Duration dedupeWindow() {
        return dedupeWindow;
    }

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<RoomKind> of(String wire) {
        for (RoomKind kind : values()) {
            if (kind.wire().equals(wire)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }
}
