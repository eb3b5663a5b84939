package dev.parley.adapters.sql.sqlite;

import dev.parley.adapters.sql.batch.BatchDecision;
import dev.parley.adapters.sql.store.LifecycleAppend;
import dev.parley.adapters.sql.store.PeopleRows;
import dev.parley.adapters.sql.store.Statements;
import dev.parley.adapters.sql.store.Writes.Work;
import dev.parley.log.Append;
import dev.parley.log.AppendResult.Settled;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs transactions on the writer's connection. After any failure the connection is closed, which undoes
/// what was begun, and the next transaction opens a new one: so a full disk or a locked file needs no
/// restart. Used by the writer's thread alone.
final class WriterConnection {

    private static final Logger logger = LoggerFactory.getLogger(WriterConnection.class);

    /// Opens the connection anew.
    @FunctionalInterface
    interface Opening {
        Connection open() throws SQLException;
    }

    /// What one transaction does.
    private interface Body<T> {
        T run(Session session) throws SQLException;
    }

    /// An open connection and its prepared statements.
    private record Session(
            Connection connection,
            StoreRow storeRow,
            KnownHeads heads,
            BatchReader reader,
            BatchWriter writer,
            Statements statements,
            DSLContext sql) {}

    private final Opening opening;
    private final SqliteDialect dialect;
    private final Consumer<StoreCount> committed;
    private @Nullable Session session;

    /// @param committed told after each commit what the store's row says
    WriterConnection(Opening opening, SqliteDialect dialect, Consumer<StoreCount> committed) {
        this.opening = opening;
        this.dialect = dialect;
        this.committed = committed;
    }

    List<Settled> append(List<Append> items) {
        return inTransaction(session -> {
            var locked = session.reader()
                    .read(items, dialect.micros(), session.storeRow().read().generation());
            var decided = new BatchDecision(locked).decide(items);
            session.writer().write(decided, locked.heads());
            new LifecycleAppend(session.statements(), dialect).rooms(decided.turns());
            // Should the commit fail, the session goes and the heads with it.
            session.heads().put(decided);
            session.storeRow().add(decided.appends());
            return decided.results();
        });
    }

    <T> T run(Work<T> work) {
        return inTransaction(session -> {
            session.heads().clear();
            return work.in(session.sql());
        });
    }

    /// Between two transactions. Whatever fails here failed no caller; the next transaction opens a new connection.
    void carryOver() {
        try {
            if (session != null) {
                LogCarrier.carryOver(session.connection());
            }
        } catch (SQLException e) {
            logger.warn("SQLite's log is not carried over now: {}", e.getMessage());
            close();
        }
    }

    private <T> T inTransaction(Body<T> body) {
        T result;
        StoreCount count;
        Session current;
        try {
            current = session();
            current.connection().setAutoCommit(false);
            result = body.run(current);
            count = current.storeRow().read();
        } catch (SQLException | RuntimeException e) {
            close();
            throw SqliteErrors.beforeCommit(e);
        }
        commit(current.connection());
        committed.accept(count);
        return result;
    }

    private void commit(Connection connection) {
        try {
            connection.setAutoCommit(true);
        } catch (SQLException e) {
            close();
            throw SqliteErrors.duringCommit(e);
        }
    }

    private Session session() throws SQLException {
        if (session == null) {
            session = open(opening.open());
        }
        return session;
    }

    private Session open(Connection connection) throws SQLException {
        try {
            var heads = new KnownHeads(connection);
            var statements = Statements.keptBy(connection);
            var people = new PeopleRows(statements, dialect);
            var sql = DSL.using(connection, SQLDialect.SQLITE);
            statements.carriedBy(sql);
            return new Session(
                    connection,
                    new StoreRow(connection),
                    heads,
                    new BatchReader(connection, heads, statements, people),
                    new BatchWriter(connection, statements, people),
                    statements,
                    sql);
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    void close() {
        if (session != null) {
            try {
                session.connection().close();
            } catch (SQLException e) {
                logger.warn("SQLite's connection does not close: {}", e.getMessage());
            }
            session = null;
        }
    }
}
