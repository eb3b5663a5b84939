package dev.parley.log;

import java.time.Duration;

/// What a store remembers of a sender in a room with limits for each sender.
///
/// @param lastTs when the last message was taken, in ms of the store's clock
/// @param bucket when the next would be due by the sender's rate, in µs
public record SenderMark(long lastTs, long bucket) {

    /// Of who has sent nothing lately.
    public static final SenderMark NONE = new SenderMark(0, 0);

    /// How long a sender is remembered after the last message: as long as the longest slow mode.
    public static final Duration KEPT = Duration.ofSeconds(SenderLimits.MAX_SLOW_MODE_SECONDS);
}
