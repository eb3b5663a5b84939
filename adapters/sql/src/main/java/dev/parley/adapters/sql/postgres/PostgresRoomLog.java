package dev.parley.adapters.sql.postgres;

import dev.parley.adapters.sql.store.LogRetention;
import dev.parley.adapters.sql.store.PageReader;
import dev.parley.adapters.sql.store.Reads;
import dev.parley.kernel.RoomId;
import dev.parley.log.Append;
import dev.parley.log.AppendResult.Settled;
import dev.parley.log.LogPage;
import dev.parley.log.PageRequest;
import dev.parley.log.StateChange.CreateRoom;
import dev.parley.log.spi.RoomLog;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// The logs of all rooms in one PostgreSQL database that any number of servers share.
final class PostgresRoomLog implements RoomLog {

    private static final int MAX_BATCH = 500;

    private final Transactions transactions;
    private final Reads reads;
    private final PageReader pages;
    private final LogRetention retention;

    PostgresRoomLog(Transactions transactions, Reads reads, PostgresDialect dialect) {
        this.transactions = transactions;
        this.reads = reads;
        this.pages = new PageReader(dialect);
        this.retention = new LogRetention(reads, transactions, dialect);
    }

    @Override
    public List<Settled> append(List<Append> batch, Patience patience) {
        if (batch.size() > MAX_BATCH) {
            throw new IllegalArgumentException("a batch has at most " + MAX_BATCH + " items");
        }
        if (batch.isEmpty()) {
            return List.of();
        }
        try {
            return append(batch, patience == Patience.SKIP_HELD, Set.of());
        } catch (LockTimeoutException _) {
            return append(batch, true, created(batch));
        }
    }

    /// After a lock was waited for in vain: now without waiting. The rooms to be created are left alone,
    /// because who waits for somebody else's creation or destruction of a room is not told of which.
    private static Set<RoomId> created(List<Append> batch) {
        return batch.stream()
                .filter(item -> item.change() instanceof CreateRoom)
                .map(Append::room)
                .collect(Collectors.toSet());
    }

    private List<Settled> append(List<Append> batch, boolean skipHeld, Set<RoomId> leftAlone) {
        return transactions.run(connection -> new PostgresAppend(connection, skipHeld, leftAlone).run(batch));
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
