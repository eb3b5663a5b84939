package dev.parley.adapters.sql.sqlite;

import dev.parley.adapters.sql.store.Reads;
import dev.parley.adapters.sql.store.SqlRoomLog;
import dev.parley.kernel.Offload;
import dev.parley.kernel.Offload.Result;
import dev.parley.log.Append;
import dev.parley.log.AppendResult.Settled;
import java.util.List;
import java.util.function.Consumer;

/// The logs of all rooms in one SQLite file. No room is ever held by another writer: there is one.
final class SqliteRoomLog extends SqlRoomLog {

    private final SqliteWriter writer;

    SqliteRoomLog(SqliteWriter writer, Reads reads, SqliteDialect dialect) {
        super(reads, writer, dialect);
        this.writer = writer;
    }

    @Override
    protected List<Settled> write(List<Append> batch, Patience patience) {
        return writer.append(batch);
    }

    /// On the writer's thread: the transaction that a lane launches when it is told of the last one is the writer's
    /// next, and no other thread has to run in between.
    @Override
    public void append(List<Append> batch, Patience patience, Offload offload, Consumer<Result<List<Settled>>> landed) {
        checkSize(batch);
        writer.append(batch, landed);
    }

    @Override
    public int writers() {
        return 1;
    }
}
