package dev.parley.adapters.sql.batch;

import dev.parley.kernel.Epoch;
import dev.parley.kernel.Life;
import dev.parley.kernel.RoomId;
import dev.parley.log.RoomBuckets;
import dev.parley.log.RoomKind;
import dev.parley.log.RoomTerms;
import dev.parley.log.StateChange.CreateRoom;

/// A row of `room_head`.
///
/// @param first the oldest seq kept; last + 1 when nothing is
/// @param last the newest seq; 0 when there was none
/// @param lastTs the newest event's time in ms
/// @param messages kept events that are not the server's own
/// @param buckets what is used of the room's limits
public record Head(
        RoomId room,
        Life life,
        RoomKind kind,
        long version,
        long rules,
        long first,
        long last,
        long lastTs,
        long messages,
        RoomBuckets buckets) {

    public static Head ofNew(RoomId room, CreateRoom creation) {
        return new Head(
                room, creation.life(), creation.kind(), 1, RoomTerms.FIRST_RULES, 1, 0, 0, 0, RoomBuckets.EMPTY);
    }

    Epoch epoch(long generation) {
        return new Epoch(generation, life);
    }

    /// With one more event.
    Head with(long ts, boolean application, RoomBuckets newBuckets) {
        return new Head(
                room,
                life,
                kind,
                version,
                rules,
                first,
                last + 1,
                ts,
                application ? messages + 1 : messages,
                newBuckets);
    }

    Head withChangedRules() {
        return new Head(room, life, kind, version + 1, rules + 1, first, last, lastTs, messages, buckets);
    }

    /// With rules that have moved, and the settings as they were.
    Head withMovedRules() {
        return new Head(room, life, kind, version, rules + 1, first, last, lastTs, messages, buckets);
    }

    /// Without its oldest events.
    public Head trimmed(long newFirst, long messagesRemoved) {
        return new Head(room, life, kind, version, rules, newFirst, last, lastTs, messages - messagesRemoved, buckets);
    }
}
