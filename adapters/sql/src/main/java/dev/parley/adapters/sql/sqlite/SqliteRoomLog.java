package dev.parley.adapters.sql.sqlite;

import dev.parley.adapters.sql.store.LogRetention;
import dev.parley.adapters.sql.store.PageReader;
import dev.parley.adapters.sql.store.Reads;
import dev.parley.kernel.RoomId;
import dev.parley.log.Append;
import dev.parley.log.AppendResult;
import dev.parley.log.LogPage;
import dev.parley.log.PageRequest;
import dev.parley.log.spi.RoomLog;
import java.util.List;

/// The logs of all rooms in one SQLite file. No room is ever held by another writer: there is one.
final class SqliteRoomLog implements RoomLog {

    private static final int MAX_BATCH = 500;

    private final SqliteWriter writer;
    private final Reads reads;
    private final PageReader pages;
    private final LogRetention retention;

    SqliteRoomLog(SqliteWriter writer, Reads reads, SqliteDialect dialect) {
        this.writer = writer;
        this.reads = reads;
        this.pages = new PageReader(dialect);
        this.retention = new LogRetention(reads, writer, dialect);
    }

    @Override
    public List<AppendResult.Settled> append(List<Append> batch, Patience patience) {
        if (batch.size() > MAX_BATCH) {
            throw new IllegalArgumentException("a batch has at most " + MAX_BATCH + " items");
        }
        return writer.append(batch);
    }

    @Override
    public int writers() {
        return 1;
    }

    @Override
    public LogPage page(RoomId room, PageRequest from, int limit) {
        return reads.read(connection -> pages.page(connection, room, from, limit));
    }

    @Override
    public int trim(RoomId room, int maxRows) {
        return retention.trim(room, maxRows);
    }

    @Override
    public List<RoomId> limitedRooms(String after, int limit) {
        return retention.limitedRooms(after, limit);
    }

    @Override
    public int sweep(int maxRows) {
        return retention.sweep(maxRows);
    }
}
