package dev.parley.adapters.sql.store;

import static dev.parley.adapters.sql.jooq.Tables.ROOM;

import dev.parley.kernel.RoomId;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/// The part of the log's port that removes what is no longer kept.
public final class LogRetention {

    private final Reads reads;
    private final Writes writes;
    private final Dialect dialect;

    /// When nobody of the table of senders was to be forgotten, in ms of the store's clock.
    private final AtomicLong sendersLookedAt = new AtomicLong(Long.MIN_VALUE);

    public LogRetention(Reads reads, Writes writes, Dialect dialect) {
        this.reads = reads;
        this.writes = writes;
        this.dialect = dialect;
    }

    public int trim(RoomId room, int maxRows) {
        return reads.query(sql -> new Trim(sql, dialect, room).due())
                ? writes.write(sql -> new Trim(sql, dialect, room).run(maxRows))
                : 0;
    }

    /// The condition is that of an index; with parameters instead of zeros it would not be used.
    public List<RoomId> limitedRooms(String after, int limit) {
        return reads.query(sql -> sql.select(ROOM.ID)
                .from(ROOM)
                .where("(keep_messages > 0 or keep_seconds > 0)")
                .and(ROOM.ID.gt(after))
                .orderBy(ROOM.ID)
                .limit(limit)
                .fetch(row -> new RoomId(row.value1())));
    }

    public int sweep(int maxRows) {
        return reads.query(sql -> new Sweep(sql, dialect, sendersLookedAt).due())
                ? writes.write(sql -> new Sweep(sql, dialect, sendersLookedAt).run(maxRows))
                : 0;
    }
}
