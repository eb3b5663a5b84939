package dev.parley.log;

import dev.parley.kernel.Life;

/// The rules an append was decided under. The append transaction compares `life` and `rules` with the room's under its
/// lock; when they moved, the append is decided again. While they are equal, the rest is exact as well.
///
/// @param rules the room's counter of rule changes, 1 at creation
/// @param inboundPerSecond the limit that applies to this append; 0 for those outside the room's limit
public record RoomTerms(Life life, long rules, int inboundPerSecond, Retention retention) {

    public static final long FIRST_RULES = 1;

    /// The terms of a room about to be created with this life.
    public static RoomTerms ofNew(Life life, RoomSettings settings) {
        return new RoomTerms(life, FIRST_RULES, settings.inboundPerSecond(), settings.retention());
    }

    public RoomTerms withoutLimit() {
        return new RoomTerms(life, rules, 0, retention);
    }
}
