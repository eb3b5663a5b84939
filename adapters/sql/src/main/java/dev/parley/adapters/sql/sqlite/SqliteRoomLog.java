package dev.parley.adapters.sql.sqlite;

import dev.parley.adapters.sql.store.Reads;
import dev.parley.adapters.sql.store.SqlRoomLog;
import dev.parley.log.Append;
import dev.parley.log.AppendResult.Settled;
import java.util.List;

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

    @Override
    public int writers() {
        return 1;
    }
}
