package dev.parley.log;

import java.util.Locale;

/// The limits that can refuse a message.
public enum Quota {
    /// The room's.
    ROOM("room-quota"),
    /// The half of the room's limit that the tier low has.
    ROOM_LOW("room-quota"),
    /// What all messages of the tier critical share in a room, whatever its limit.
    CRITICAL("room-quota"),
    /// A sender's rate in the room.
    SENDER("sender-quota"),
    /// The least time between two messages of a sender.
    SLOW_MODE("slow-mode");

    private final String code;

    Quota(String code) {
        this.code = code;
    }

    /// What a refusal by it is called.
    public String code() {
        return code;
    }

    /// The limit's own name.
    public String wire() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
