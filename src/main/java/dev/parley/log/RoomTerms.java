package dev.parley.log;

import dev.parley.kernel.Life;

/// The rules an append was decided under. The append transaction compares `life` and `rules` with the
/// room's under its lock; when they moved, the append is decided again. While they are equal, the rest is
/// exact as well.
///
/// @param rules the room's counter of rule changes, 1 at creation
/// @param inboundPerSecond the room's limit as it applies to this append; 0 for those outside the room's
/// limit
/// @param senders the limits of this append's sender
/// @param allowlisted whether its sender may send half as much again as the room's limit
public record RoomTerms(
        Life life, long rules, int inboundPerSecond, Retention retention, SenderLimits senders, boolean allowlisted) {

    public static final long FIRST_RULES = 1;

    /// Without limits for senders.
    public RoomTerms(Life life, long rules, int inboundPerSecond, Retention retention) {
        this(life, rules, inboundPerSecond, retention, SenderLimits.NONE, false);
    }

    /// The terms of everybody in a room.
    public static RoomTerms of(Life life, long rules, RoomSettings settings) {
        return new RoomTerms(life, rules, settings.inboundPerSecond(), settings.retention(), settings.senders(), false);
    }

    /// The terms of a room about to be created with this life.
    public static RoomTerms ofNew(Life life, RoomSettings settings) {
        return of(life, FIRST_RULES, settings);
    }

    /// For those whom neither the room nor a limit for senders holds back.
    public RoomTerms withoutLimit() {
        return new RoomTerms(life, rules, 0, retention);
    }

    public RoomTerms withoutSlowMode() {
        return new RoomTerms(life, rules, inboundPerSecond, retention, senders.withSlowModeSeconds(0), allowlisted);
    }

    /// For a user of the allowlist.
    public RoomTerms forAllowlisted() {
        return new RoomTerms(life, rules, inboundPerSecond, retention, senders, true);
    }
}
