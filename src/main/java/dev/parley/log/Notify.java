package dev.parley.log;

import java.util.Locale;
import java.util.Optional;

/// Of what a member wants to be notified. The server keeps it for clients and backends.
public enum Notify {
    ALL,
    MENTIONS,
    NONE;

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Notify> of(String wire) {
        for (Notify notify : values()) {
            if (notify.wire().equals(wire)) {
                return Optional.of(notify);
            }
        }
        return Optional.empty();
    }
}
