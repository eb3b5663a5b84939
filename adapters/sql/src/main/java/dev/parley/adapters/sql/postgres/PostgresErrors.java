package dev.parley.adapters.sql.postgres;

import dev.parley.log.spi.BatchRejectedException;
import dev.parley.log.spi.OutcomeUnknownException;
import dev.parley.log.spi.StoreUnavailableException;
import java.sql.SQLException;
import java.util.Set;
import org.jooq.exception.DataAccessException;
import org.jspecify.annotations.Nullable;

/// The only place that knows what PostgreSQL's error codes (SQLSTATE) mean.
final class PostgresErrors {

    private static final String SERIALIZATION_FAILURE = "40001";
    private static final String DEADLOCK_DETECTED = "40P01";
    private static final String LOCK_NOT_AVAILABLE = "55P03";

    private static final String DATA_EXCEPTION = "22";
    private static final String INTEGRITY_VIOLATION = "23";
    private static final String TRANSACTION_ROLLBACK = "40";
    private static final String INSUFFICIENT_RESOURCES = "53";
    /// A row that is too large for an index, a transaction that has failed already.
    private static final String LIMIT_EXCEEDED = "54";

    private static final String IN_FAILED_TRANSACTION = "25P02";

    /// With these the server says that it has undone the transaction; a lost connection, a stopped server
    /// or a time-out says nothing of the kind.
    private static final Set<String> UNDONE =
            Set.of(DATA_EXCEPTION, INTEGRITY_VIOLATION, TRANSACTION_ROLLBACK, INSUFFICIENT_RESOURCES, LIMIT_EXCEEDED);

    private PostgresErrors() {}

    /// Before the commit was asked for: nothing was written.
    static RuntimeException beforeCommit(Exception failure) {
        var cause = sqlCause(failure);
        if (cause == null) {
            return failure instanceof RuntimeException fault ? fault : new IllegalStateException(failure);
        }
        return refusesContent(cause)
                ? new BatchRejectedException("PostgreSQL refuses the content: " + cause.getMessage(), cause)
                : new StoreUnavailableException("PostgreSQL cannot be used: " + cause.getMessage(), cause);
    }

    /// After the commit was asked for.
    static RuntimeException duringCommit(SQLException failure) {
        String state = String.valueOf(failure.getSQLState());
        return state.equals(IN_FAILED_TRANSACTION) || UNDONE.contains(group(state))
                ? beforeCommit(failure)
                : new OutcomeUnknownException("PostgreSQL's commit failed: " + failure.getMessage(), failure);
    }

    /// Another transaction was in the way; the same again may succeed.
    static boolean retryable(@Nullable SQLException failure) {
        return is(failure, SERIALIZATION_FAILURE) || is(failure, DEADLOCK_DETECTED);
    }

    static boolean lockTimeout(@Nullable SQLException failure) {
        return is(failure, LOCK_NOT_AVAILABLE);
    }

    private static boolean refusesContent(SQLException failure) {
        String group = group(String.valueOf(failure.getSQLState()));
        return group.equals(DATA_EXCEPTION) || group.equals(INTEGRITY_VIOLATION) || group.equals(LIMIT_EXCEEDED);
    }

    private static boolean is(@Nullable SQLException failure, String state) {
        return failure != null && state.equals(failure.getSQLState());
    }

    private static String group(String state) {
        return state.substring(0, 2);
    }

    static @Nullable SQLException sqlCause(Exception failure) {
        return switch (failure) {
            case SQLException cause -> cause;
            case DataAccessException wrapped -> wrapped.getCause(SQLException.class);
            default -> null;
        };
    }
}
