package dev.parley.adapters.sql.store;

import static dev.parley.adapters.sql.jooq.Tables.ATTRIBUTE;
import static dev.parley.adapters.sql.jooq.Tables.DEDUPE;
import static dev.parley.adapters.sql.jooq.Tables.MESSAGE;
import static dev.parley.adapters.sql.jooq.Tables.ROOM;
import static dev.parley.adapters.sql.jooq.Tables.ROOM_HEAD;

import dev.parley.kernel.RoomId;
import dev.parley.log.RoomKind;
import java.util.Optional;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;

/// Removes the oldest events of one room that its retention lets go, and leaves behind what a repeat needs.
final class Trim {

    /// Ids kept for one room after its events were trimmed; the oldest go first.
    private static final long MAX_IDS_OF_LIVE_ROOM = 1_000_000;

    private final DSLContext sql;
    private final Dialect dialect;
    private final RoomId room;

    Trim(DSLContext sql, Dialect dialect, RoomId room) {
        this.sql = sql;
        this.dialect = dialect;
        this.room = room;
    }

    /// Whether the oldest event is due, without a lock: the writer is not troubled when nothing is.
    boolean due() {
        return kept(false).map(kept -> cut(kept, 1).removed() > 0).orElse(false);
    }

    int run(int maxRows) {
        return kept(true).map(kept -> remove(kept, cut(kept, maxRows))).orElse(0);
    }

    /// The lock comes first and alone: a statement's snapshot is older than the lock it waits for.
    private Optional<Kept> kept(boolean lock) {
        if (lock) {
            dialect.lockHead(sql, room);
        }
        var now = DSL.field(dialect.nowMicros(), Long.class);
        return sql.select(ROOM_HEAD.fields())
                .select(ROOM.KEEP_MESSAGES, ROOM.KEEP_SECONDS, now)
                .from(ROOM_HEAD.join(ROOM).on(ROOM.ID.eq(ROOM_HEAD.ROOM)))
                .where(headOfRoom())
                .fetchOptional(row -> Kept.of(row, row.get(now)));
    }

    private Cut cut(Kept kept, int maxRows) {
        var cut = new Cut(kept);
        try (var oldest = sql.select(MESSAGE.SEQ, MESSAGE.TYPE, MESSAGE.TS)
                .from(MESSAGE)
                .where(ofLife(kept))
                .orderBy(MESSAGE.SEQ)
                .limit(maxRows)
                .fetchLazy()) {
            while (oldest.hasNext()) {
                var row = oldest.fetchNext();
                if (row == null || !cut.take(row.value1(), row.value2(), row.value3())) {
                    break;
                }
            }
        }
        return cut;
    }

    private int remove(Kept kept, Cut cut) {
        if (cut.removed() == 0) {
            return 0;
        }
        Condition old = ofLife(kept).and(MESSAGE.SEQ.lt(cut.first()));
        remember(kept, old);
        sql.deleteFrom(MESSAGE).where(old).execute();
        forgetRemovedAttributes(kept, cut.first());
        forgetTooMany(kept, cut.first());
        sql.update(ROOM_HEAD)
                .set(ROOM_HEAD.FIRST_SEQ, cut.first())
                .set(ROOM_HEAD.MESSAGES, ROOM_HEAD.MESSAGES.minus(cut.messagesRemoved()))
                .where(headOfRoom())
                .execute();
        return cut.removed();
    }

    private void remember(Kept kept, Condition old) {
        long window = kept.kind().dedupeWindow().toMillis();
        sql.insertInto(
                        DEDUPE,
                        DEDUPE.ROOM,
                        DEDUPE.LIFE,
                        DEDUPE.SENDER,
                        DEDUPE.CLIENT_MSG_ID,
                        DEDUPE.HASH,
                        DEDUPE.SEQ,
                        DEDUPE.TS,
                        DEDUPE.FORGET_AT)
                .select(sql.select(
                                MESSAGE.ROOM,
                                MESSAGE.LIFE,
                                MESSAGE.SENDER,
                                MESSAGE.CLIENT_MSG_ID,
                                MESSAGE.HASH,
                                MESSAGE.SEQ,
                                MESSAGE.TS,
                                MESSAGE.TS.plus(window))
                        .from(MESSAGE)
                        .where(old)
                        .and(MESSAGE.TS.gt(kept.now() - window)))
                .execute();
    }

    private void forgetRemovedAttributes(Kept kept, long first) {
        sql.deleteFrom(ATTRIBUTE)
                .where(ATTRIBUTE.ROOM.eq(room.value()), ATTRIBUTE.LIFE.eq(kept.life()))
                .and(ATTRIBUTE.VALUE.isNull())
                .and(ATTRIBUTE.SEQ.lt(first))
                .execute();
    }

    private void forgetTooMany(Kept kept, long first) {
        long newestToForget = first - 1 - MAX_IDS_OF_LIVE_ROOM;
        if (kept.kind() == RoomKind.LIVE && newestToForget > 0) {
            sql.deleteFrom(DEDUPE)
                    .where(DEDUPE.ROOM.eq(room.value()), DEDUPE.LIFE.eq(kept.life()))
                    .and(DEDUPE.SEQ.between(1L, newestToForget))
                    .execute();
        }
    }

    private Condition headOfRoom() {
        return ROOM_HEAD.ROOM.eq(room.value());
    }

    private Condition ofLife(Kept kept) {
        return MESSAGE.ROOM.eq(room.value()).and(MESSAGE.LIFE.eq(kept.life()));
    }
}
