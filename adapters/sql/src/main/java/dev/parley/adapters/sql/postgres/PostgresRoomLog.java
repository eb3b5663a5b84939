package dev.parley.adapters.sql.postgres;

import dev.parley.adapters.sql.store.Reads;
import dev.parley.adapters.sql.store.SqlRoomLog;
import dev.parley.kernel.RoomId;
import dev.parley.log.Append;
import dev.parley.log.AppendResult.Settled;
import dev.parley.log.StateChange.CreateRoom;
import dev.parley.log.StateChange.DestroyRoom;
import dev.parley.log.spi.StoreUnavailableException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// The logs of all rooms in one PostgreSQL database that any number of servers share.
final class PostgresRoomLog extends SqlRoomLog {

    private final Transactions transactions;

    PostgresRoomLog(Transactions transactions, Reads reads, PostgresDialect dialect) {
        super(reads, transactions, dialect);
        this.transactions = transactions;
    }

    @Override
    protected List<Settled> write(List<Append> batch, Patience patience) {
        try {
            return write(batch, patience == Patience.SKIP_HELD, Set.of());
        } catch (LockTimeoutException _) {
            return writeWithoutTurns(batch);
        }
    }

    /// After a lock was waited for in vain: now without waiting.
    private List<Settled> writeWithoutTurns(List<Append> batch) {
        try {
            return write(batch, true, turning(batch));
        } catch (LockTimeoutException e) {
            throw new StoreUnavailableException("another transaction holds what this one needs", e);
        }
    }

    /// Rooms to be created are left alone because who waits for somebody else's creation or destruction of a
    /// room is not told of which; these and rooms to be destroyed because both need the lifecycle log.
    private static Set<RoomId> turning(List<Append> batch) {
        return batch.stream()
                .filter(item -> item.change() instanceof CreateRoom || item.change() instanceof DestroyRoom)
                .map(Append::room)
                .collect(Collectors.toSet());
    }

    private List<Settled> write(List<Append> batch, boolean skipHeld, Set<RoomId> leftAlone) {
        return transactions.run(connection -> new PostgresAppend(connection, skipHeld, leftAlone).run(batch));
    }
}
