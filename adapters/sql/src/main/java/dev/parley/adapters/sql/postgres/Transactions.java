package dev.parley.adapters.sql.postgres;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.adapters.sql.store.Writes;
import dev.parley.log.spi.StoreUnavailableException;
import java.sql.Connection;
import java.sql.SQLException;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs transactions at READ COMMITTED: each statement sees what was committed before it began.
final class Transactions implements Writes {

    /// All transactions lock in one order, so that a deadlock is a rare accident.
    private static final int MAX_ATTEMPTS = 4;

    /// What one transaction does; it may be run more than once, each time from the beginning.
    @FunctionalInterface
    interface Body<T> {
        T in(Connection connection) throws SQLException;
    }

    private static final Logger logger = LoggerFactory.getLogger(Transactions.class);

    private final HikariDataSource pool;

    Transactions(HikariDataSource pool) {
        this.pool = pool;
    }

    @Override
    public <T> T write(Work<T> work) {
        return change(connection -> work.in(DSL.using(connection, SQLDialect.POSTGRES)));
    }

    /// As [#write], with statements of one's own.
    <T> T change(Body<T> body) {
        try {
            return run(body);
        } catch (LockTimeoutException e) {
            throw new StoreUnavailableException("another transaction holds what this one needs", e);
        }
    }

    /// @throws LockTimeoutException when a lock was waited for in vain
    <T> T run(Body<T> body) {
        for (int attempt = 1; ; attempt++) {
            var connection = acquire();
            try {
                return run(connection, body, attempt < MAX_ATTEMPTS);
            } catch (AgainException e) {
                logger.debug("The server undid a transaction in favour of another one", e);
            } finally {
                release(connection);
            }
        }
    }

    private Connection acquire() {
        try {
            return pool.getConnection();
        } catch (SQLException e) {
            throw PostgresErrors.beforeCommit(e);
        }
    }

    /// What goes wrong here must not replace what the transaction came to.
    private static void release(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            logger.warn("A connection does not close: {}", e.getMessage());
        }
    }

    private static <T> T run(Connection connection, Body<T> body, boolean mayRetry) {
        T result;
        try {
            result = body.in(connection);
        } catch (SQLException | RuntimeException e) {
            undo(connection);
            throw classified(e, mayRetry);
        }
        try {
            connection.commit();
        } catch (SQLException e) {
            undo(connection);
            throw mayRetry && PostgresErrors.retryable(e) ? new AgainException(e) : PostgresErrors.duringCommit(e);
        }
        return result;
    }

    private static RuntimeException classified(Exception failure, boolean mayRetry) {
        var cause = PostgresErrors.sqlCause(failure);
        if (mayRetry && PostgresErrors.retryable(cause)) {
            return new AgainException(failure);
        }
        return PostgresErrors.lockTimeout(cause)
                ? new LockTimeoutException(failure)
                : PostgresErrors.beforeCommit(failure);
    }

    /// When that fails too, the connection is lost and the server undoes the transaction.
    private static void undo(Connection connection) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            logger.debug("A transaction could not be undone", e);
        }
    }

    /// The server chose this transaction to give way.
    private static final class AgainException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        AgainException(Throwable cause) {
            super(cause);
        }
    }
}
