package dev.parley.log;

/// How much of a room's log is kept; 0 means no limit. `messages` counts application messages, not `room.*` events; of
/// all events together at most ten times as many are kept.
public record Retention(long messages, long maxAgeSeconds) {

    public static final Retention KEEP_ALL = new Retention(0, 0);

    /// All events kept per application message kept.
    public static final int EVENTS_PER_MESSAGE = 10;

    public Retention {
        if (messages < 0 || maxAgeSeconds < 0) {
            throw new IllegalArgumentException("retention is not negative; 0 keeps all");
        }
    }

    public boolean limited() {
        return messages > 0 || maxAgeSeconds > 0;
    }

    /// The most events of any kind that are kept; [Long#MAX_VALUE] without a limit.
    public long maxEvents() {
        return messages == 0 || messages > Long.MAX_VALUE / EVENTS_PER_MESSAGE
                ? Long.MAX_VALUE
                : messages * EVENTS_PER_MESSAGE;
    }
}
