package dev.parley.log;

import dev.parley.kernel.Text;

/// What an administrator decides about a room. They live beside the log because the append transaction applies them.
///
/// @param title ≤ 256 characters, may be empty
/// @param inboundPerSecond application messages a second; 0 = no limit
/// @param frozen nobody but administrators and backends publishes
public record RoomSettings(String title, Retention retention, int inboundPerSecond, boolean frozen) {

    public static final int MAX_TITLE_LENGTH = 256;

    public RoomSettings {
        if (title.length() > MAX_TITLE_LENGTH || !Text.storable(title)) {
            throw new IllegalArgumentException("a title has at most 256 characters, no U+0000 and no lone surrogate");
        }
        if (inboundPerSecond < 0) {
            throw new IllegalArgumentException("inboundPerSecond is not negative; 0 means no limit");
        }
    }

    public static RoomSettings defaults(RoomKind kind) {
        return switch (kind) {
            case DURABLE -> new RoomSettings("", Retention.KEEP_ALL, 0, false);
            case LIVE -> new RoomSettings("", new Retention(10_000, 86_400), 200, false);
        };
    }
}
