package dev.parley.adapters.sql.store;

import dev.parley.adapters.sql.batch.RoomTurn;
import dev.parley.lifecycle.LifecycleEntry;
import dev.parley.lifecycle.Visitor;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;

/// Adds to the lifecycle log in the transaction of a connection. The counter's row is locked after everything else that
/// the transaction locks, and until its rows are visible: so nobody's position appears below one that was read.
public final class LifecycleAppend {

    private static final String COUNTER =
            "select last_pos, last_ts, #now / 1000 from lifecycle_counter where id = 1 #lock";

    private static final String INSERT = """
            insert into lifecycle (pos, ts, kind, room, session_id, epoch, user_id, name, cause)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """;

    private static final String COUNT = "update lifecycle_counter set last_pos = ?, last_ts = ? where id = 1";

    private final Statements statements;
    private final Dialect dialect;
    private long pos;
    private long ts;

    public LifecycleAppend(Statements statements, Dialect dialect) {
        this.statements = statements;
        this.dialect = dialect;
    }

    /// Rooms that this transaction creates or destroys.
    public void rooms(List<RoomTurn> turns) throws SQLException {
        if (!turns.isEmpty()) {
            lock();
            insert(turns.stream()
                    .map(turn -> new LifecycleEntry(turn.kind(), turn.room(), null, null))
                    .toList());
        }
    }

    /// What of these is not said yet.
    void sessions(List<LifecycleEntry> entries) throws SQLException {
        lock();
        var known = LifecycleKnown.about(statements, dialect, entries);
        var added = entries.stream().filter(known::takes).toList();
        if (!added.isEmpty()) {
            insert(added);
        }
    }

    private void lock() throws SQLException {
        String sql = COUNTER.replace("#now", dialect.nowMicros()).replace("#lock", dialect.forUpdate());
        statements.use(sql, query -> {
            try (var row = query.executeQuery()) {
                if (!row.next()) {
                    throw new IllegalStateException("the lifecycle log has no counter");
                }
                pos = row.getLong(1);
                ts = Math.max(row.getLong(2), row.getLong(3));
            }
        });
    }

    private void insert(List<LifecycleEntry> entries) throws SQLException {
        statements.use(INSERT, insert -> {
            for (var entry : entries) {
                bind(insert, entry);
                insert.addBatch();
            }
            insert.executeBatch();
        });
        statements.use(COUNT, count -> {
            count.setLong(1, pos);
            count.setLong(2, ts);
            count.executeUpdate();
        });
    }

    private void bind(PreparedStatement insert, LifecycleEntry entry) throws SQLException {
        insert.setLong(1, ++pos);
        insert.setLong(2, ts);
        insert.setString(3, entry.kind().wire());
        insert.setString(4, entry.room().value());
        Visitor visitor = entry.visitor();
        if (visitor == null) {
            insert.setNull(5, Types.VARCHAR);
            insert.setNull(6, Types.BIGINT);
            insert.setNull(7, Types.VARCHAR);
            insert.setNull(8, Types.VARCHAR);
        } else {
            insert.setString(5, visitor.session().value());
            insert.setLong(6, visitor.epoch().value());
            insert.setString(7, visitor.user().value());
            insert.setString(8, visitor.name());
        }
        insert.setString(9, entry.cause() == null ? null : entry.cause().wire());
    }
}
