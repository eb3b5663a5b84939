package dev.parley.adapters.sql.store;

import static dev.parley.adapters.sql.jooq.Tables.DEDUPE;
import static dev.parley.adapters.sql.jooq.Tables.ENDED_LIFE;
import static dev.parley.adapters.sql.jooq.Tables.SENDER;

import dev.parley.log.SenderMark;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jooq.DSLContext;

/// Removes rows nobody can ask for any more: of destroyed lives, and ids older than their window. Two nodes
/// may sweep at once: each leaves out the rows the other has locked.
final class Sweep {

    private static final String UNSWEPT = "select room, life from ended_life where not swept limit 1 ";

    private static final String MESSAGES = """
            delete from message where room = ? and life = ? and seq in (
                select seq from message where room = ? and life = ? order by seq limit ?)
            """;

    private static final String MEMBERS = """
            delete from member where room = ? and life = ? and user_id in (
                select user_id from member where room = ? and life = ? limit ?)
            """;

    private static final String IDS = """
            delete from dedupe where room = ? and life = ? and (sender, client_msg_id) in (
                select sender, client_msg_id from dedupe where room = ? and life = ? limit ?)
            """;

    /// Few for each room.
    private static final List<String> ATTRIBUTES = List.of(
            "delete from attribute where room = ? and life = ?",
            "delete from attribute_room where room = ? and life = ?",
            "delete from people where room = ? and life = ?");

    /// The room is compared in a way no index serves, so that the planner does not walk through the room's
    /// ids.
    private static final String OLD_IDS = """
            delete from dedupe where (life, sender, client_msg_id, room || '') in (
                select life, sender, client_msg_id, room from dedupe where forget_at <= ? limit ? #skip)
            """;

    private static final String OLD_NAMES = """
            delete from ended_life where (room, life) in (
                select room, life from ended_life where swept and forget_at <= ? limit ? #skip)
            """;

    private static final String OLD_SENDERS = """
            delete from sender where (room, life, user_id) in (
                select room, life, user_id from sender where last_ts <= ? limit ? #skip)
            """;

    private static final long SENDERS_EVERY_MILLIS = 60_000;

    private final DSLContext sql;
    private final Dialect dialect;
    private final long now;
    private final AtomicLong sendersLookedAt;

    Sweep(DSLContext sql, Dialect dialect, AtomicLong sendersLookedAt) {
        this.sql = sql;
        this.dialect = dialect;
        this.sendersLookedAt = sendersLookedAt;
        this.now = Math.floorDiv(StoreClock.micros(sql, dialect), 1_000L);
    }

    /// Whether there is anything to remove, without a lock.
    boolean due() {
        return sql.fetchExists(ENDED_LIFE, ENDED_LIFE.SWEPT.isFalse())
                || sql.fetchExists(ENDED_LIFE, ENDED_LIFE.SWEPT.isTrue().and(ENDED_LIFE.FORGET_AT.le(now)))
                || sql.fetchExists(DEDUPE, DEDUPE.FORGET_AT.le(now))
                || (looksAtSenders() && sendersDue());
    }

    /// The table has no index on the time: one would have to change with every message.
    private boolean looksAtSenders() {
        long looked = sendersLookedAt.get();
        return looked == Long.MIN_VALUE || now - looked >= SENDERS_EVERY_MILLIS;
    }

    private boolean sendersDue() {
        boolean due = sql.fetchExists(SENDER, SENDER.LAST_TS.le(forgotten()));
        if (!due) {
            sendersLookedAt.set(now);
        }
        return due;
    }

    /// Who has sent nothing since.
    private long forgotten() {
        return now - SenderMark.KEPT.toMillis();
    }

    int run(int maxRows) {
        int removed = sweepLives(maxRows);
        removed += sql.execute(skipping(OLD_IDS), now, maxRows - removed);
        removed += sql.execute(skipping(OLD_NAMES), now, maxRows - removed);
        return removed + (looksAtSenders() ? sweepSenders(maxRows - removed) : 0);
    }

    private int sweepSenders(int maxRows) {
        int removed = sql.execute(skipping(OLD_SENDERS), forgotten(), maxRows);
        if (removed < maxRows) {
            sendersLookedAt.set(now);
        }
        return removed;
    }

    private int sweepLives(int maxRows) {
        int removed = 0;
        while (removed < maxRows) {
            var life = sql.fetchOne(UNSWEPT + dialect.skipLocked());
            if (life == null) {
                break;
            }
            String room = life.get("room", String.class);
            String name = life.get("life", String.class);
            removed += sweepLife(room, name, maxRows - removed);
        }
        return removed;
    }

    private int sweepLife(String room, String life, int maxRows) {
        int removed = sql.execute(MESSAGES, room, life, room, life, maxRows);
        removed += sql.execute(IDS, room, life, room, life, maxRows - removed);
        removed += sql.execute(MEMBERS, room, life, room, life, maxRows - removed);
        if (removed < maxRows) {
            ATTRIBUTES.forEach(delete -> sql.execute(delete, room, life));
            sql.update(ENDED_LIFE)
                    .set(ENDED_LIFE.SWEPT, true)
                    .where(ENDED_LIFE.ROOM.eq(room), ENDED_LIFE.LIFE.eq(life))
                    .execute();
        }
        return removed;
    }

    private String skipping(String statement) {
        return statement.replace("#skip", dialect.skipLocked());
    }
}
