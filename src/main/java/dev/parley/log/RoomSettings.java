package dev.parley.log;

import dev.parley.kernel.Text;

/// What an administrator decides about a room. They live beside the log because the append transaction
/// applies them.
///
/// @param title ≤ 256 characters, may be empty
/// @param inboundPerSecond application messages a second; 0 = no limit
/// @param frozen nobody but administrators and backends publishes
/// @param presence what readers are told of who is there
public record RoomSettings(
        String title, Retention retention, int inboundPerSecond, boolean frozen, PresenceMode presence) {

    public static final int MAX_TITLE_LENGTH = 256;

    public RoomSettings {
        if (title.length() > MAX_TITLE_LENGTH || !Text.storable(title)) {
            throw new IllegalArgumentException("a title has at most 256 characters, no U+0000 and no lone surrogate");
        }
        if (inboundPerSecond < 0) {
            throw new IllegalArgumentException("inboundPerSecond is not negative; 0 means no limit");
        }
    }

    /// Readers are told who is there.
    public RoomSettings(String title, Retention retention, int inboundPerSecond, boolean frozen) {
        this(title, retention, inboundPerSecond, frozen, PresenceMode.LIST);
    }

    public RoomSettings withTitle(String other) {
        return new RoomSettings(other, retention, inboundPerSecond, frozen, presence);
    }

    public RoomSettings withRetention(Retention other) {
        return new RoomSettings(title, other, inboundPerSecond, frozen, presence);
    }

    public RoomSettings withInboundPerSecond(int other) {
        return new RoomSettings(title, retention, other, frozen, presence);
    }

    public RoomSettings withFrozen(boolean other) {
        return new RoomSettings(title, retention, inboundPerSecond, other, presence);
    }

    public RoomSettings withPresence(PresenceMode other) {
        return new RoomSettings(title, retention, inboundPerSecond, frozen, other);
    }

    public static RoomSettings defaults(RoomKind kind) {
        return switch (kind) {
            case DURABLE -> new RoomSettings("", Retention.KEEP_ALL, 0, false, PresenceMode.usual(kind));
            case LIVE -> new RoomSettings("", new Retention(10_000, 86_400), 200, false, PresenceMode.usual(kind));
        };
    }
}
