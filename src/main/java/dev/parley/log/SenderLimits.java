package dev.parley.log;

/// What a room lets each of its senders do; 0 means no limit.
///
/// @param perSecond application messages a second
/// @param slowModeSeconds least time between two messages
public record SenderLimits(int perSecond, int slowModeSeconds) {

    /// An hour, as long as a store remembers a sender at least.
    public static final int MAX_SLOW_MODE_SECONDS = 3_600;

    public static final SenderLimits NONE = new SenderLimits(0, 0);

    private static final SenderLimits LIVE = new SenderLimits(10, 0);

    public SenderLimits {
        if (perSecond < 0 || slowModeSeconds < 0 || slowModeSeconds > MAX_SLOW_MODE_SECONDS) {
            throw new IllegalArgumentException("a sender's rate is not negative, and slow mode is at most an hour");
        }
    }

    public boolean any() {
        return perSecond > 0 || slowModeSeconds > 0;
    }

    public SenderLimits withPerSecond(int other) {
        return new SenderLimits(other, slowModeSeconds);
    }

    public SenderLimits withSlowModeSeconds(int other) {
        return new SenderLimits(perSecond, other);
    }

    /// Unless the room says otherwise.
    public static SenderLimits usual(RoomKind kind) {
        return switch (kind) {
            case DURABLE -> NONE;
            case LIVE -> LIVE;
        };
    }
}
