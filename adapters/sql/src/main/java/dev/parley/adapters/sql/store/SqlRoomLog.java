package dev.parley.adapters.sql.store;

import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.log.Append;
import dev.parley.log.AppendResult.Settled;
import dev.parley.log.LogPage;
import dev.parley.log.PageRequest;
import dev.parley.log.spi.RoomLog;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the logs of both databases do alike: everything but the append's transaction.
public abstract class SqlRoomLog implements RoomLog {

    private static final int MAX_BATCH = 500;

    private final Reads reads;
    private final PageReader pages;
    private final LogRetention retention;

    protected SqlRoomLog(Reads reads, Writes writes, Dialect dialect) {
        this.reads = reads;
        this.pages = new PageReader(dialect);
        this.retention = new LogRetention(reads, writes, dialect);
    }

    /// Appends as [#append] says.
    ///
    /// @param batch not empty, and no longer than allowed
    protected abstract List<Settled> write(List<Append> batch, Patience patience);

    @Override
    public final List<Settled> append(List<Append> batch, Patience patience) {
        checkSize(batch);
        return batch.isEmpty() ? List.of() : write(batch, patience);
    }

    protected static void checkSize(List<Append> batch) {
        if (batch.size() > MAX_BATCH) {
            throw new IllegalArgumentException("a batch has at most " + MAX_BATCH + " items");
        }
    }

    @Override
    public final LogPage page(RoomId room, PageRequest from, int limit) {
        return reads.read(connection -> pages.page(connection, room, from, limit));
    }

    @Override
    public final LogPage answers(RoomId room, long ref, @Nullable Position after, int limit) {
        return reads.read(connection -> pages.answers(connection, room, ref, after, limit));
    }

    @Override
    public final int trim(RoomId room, int maxRows) {
        return retention.trim(room, maxRows);
    }

    @Override
    public final List<RoomId> limitedRooms(String after, int limit) {
        return retention.limitedRooms(after, limit);
    }

    @Override
    public final int sweep(int maxRows) {
        return retention.sweep(maxRows);
    }
}
