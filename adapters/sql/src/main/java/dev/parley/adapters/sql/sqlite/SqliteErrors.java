package dev.parley.adapters.sql.sqlite;

import dev.parley.log.spi.BatchRejectedException;
import dev.parley.log.spi.OutcomeUnknownException;
import dev.parley.log.spi.StoreUnavailableException;
import java.sql.SQLException;
import org.jooq.exception.DataAccessException;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;

/// The only place that knows what SQLite's error codes mean.
final class SqliteErrors {

    /// The low byte is the kind of error, what stands above it a detail.
    private static final int PRIMARY = 0xff;

    private SqliteErrors() {}

    /// Before the commit was asked for: nothing was written.
    static RuntimeException beforeCommit(Exception failure) {
        var cause = sqlCause(failure);
        if (cause == null) {
            return failure instanceof RuntimeException fault ? fault : new IllegalStateException(failure);
        }
        return refusesContent(cause)
                ? new BatchRejectedException("SQLite refuses the content: " + cause.getMessage(), cause)
                : new StoreUnavailableException("SQLite cannot be used: " + cause.getMessage(), cause);
    }

    /// While committing. With a full disk or a file locked elsewhere nothing of the transaction became
    /// valid. After any other failure, such as a flush that went wrong, its last page may be found by the
    /// next recovery.
    static RuntimeException duringCommit(SQLException failure) {
        return certainlyUndone(failure)
                ? new StoreUnavailableException("SQLite cannot commit: " + failure.getMessage(), failure)
                : new OutcomeUnknownException("SQLite's commit failed: " + failure.getMessage(), failure);
    }

    static boolean refusesContent(SQLException failure) {
        return is(failure, SQLiteErrorCode.SQLITE_CONSTRAINT)
                || is(failure, SQLiteErrorCode.SQLITE_TOOBIG)
                || is(failure, SQLiteErrorCode.SQLITE_MISMATCH);
    }

    private static boolean certainlyUndone(SQLException failure) {
        return is(failure, SQLiteErrorCode.SQLITE_FULL)
                || is(failure, SQLiteErrorCode.SQLITE_BUSY)
                || is(failure, SQLiteErrorCode.SQLITE_CONSTRAINT);
    }

    private static boolean is(SQLException failure, SQLiteErrorCode code) {
        return (failure.getErrorCode() & PRIMARY) == code.code;
    }

    private static @Nullable SQLException sqlCause(Exception failure) {
        return switch (failure) {
            case SQLException cause -> cause;
            case DataAccessException wrapped -> wrapped.getCause(SQLException.class);
            default -> null;
        };
    }
}
