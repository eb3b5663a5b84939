package dev.parley.adapters.sql.store;

import static dev.parley.adapters.sql.jooq.Tables.ROOM;
import static dev.parley.adapters.sql.jooq.Tables.ROOM_HEAD;

import dev.parley.log.Retention;
import dev.parley.log.RoomKind;
import org.jooq.Record;

/// What decides how much of a room's log stays.
///
/// @param first the oldest seq kept
/// @param last the newest
/// @param messages kept events that are not the server's own
/// @param now the store's clock in ms
record Kept(String life, RoomKind kind, Retention retention, long first, long last, long messages, long now) {

    static Kept of(Record row, long nowMicros) {
        return new Kept(
                row.get(ROOM_HEAD.LIFE),
                Rows.kind(row.get(ROOM_HEAD.KIND)),
                new Retention(row.get(ROOM.KEEP_MESSAGES), row.get(ROOM.KEEP_SECONDS)),
                row.get(ROOM_HEAD.FIRST_SEQ),
                row.get(ROOM_HEAD.LAST_SEQ),
                row.get(ROOM_HEAD.MESSAGES),
                Math.floorDiv(nowMicros, 1_000L));
    }
}
