package dev.parley.adapters.sql.sqlite;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Carries the write-ahead log over into the database file while the writer goes on. SQLite would do that within a
/// commit of the writer's, and everybody would wait for thousands of pages and for the flush of the file.
///
/// The log begins anew only when all of it is carried over, and what the writer adds meanwhile is not. So this thread
/// carries over what is there, then the little that has come since, and leaves the last few pages to the writer,
/// between
/// two of its transactions. Should it not keep up, the writer carries over by itself at
/// [SqliteDatabase#CHECKPOINT_PAGES].
///
/// A thread with a connection of its own, which is opened anew after a failure.
final class LogCarrier implements AutoCloseable {

    /// Pages in the log before it is carried over. More means less to carry: a page that many transactions changed is
    /// carried once.
    static final int PAGES = 8_000;

    /// Appends between two looks at the log. Over many rooms each is two to three pages.
    private static final int LOOK_EVERY = 1_000;

    /// For what is written without being an append.
    private static final Duration LOOK_AT_LEAST_EVERY = Duration.ofSeconds(1);

    private static final Duration LAST_CARRY = Duration.ofSeconds(8);

    private static final Logger logger = LoggerFactory.getLogger(LogCarrier.class);

    private final WriterConnection.Opening opening;
    private final Runnable finish;
    private final int pages;
    private final Semaphore looks = new Semaphore(0);
    private final AtomicLong lookedAt = new AtomicLong();
    private final Thread thread =
            Thread.ofPlatform().name("parley-sqlite-carrier").daemon().unstarted(this::run);
    private volatile boolean closed;
    private @Nullable Connection connection;

    /// @param finish asks the writer to carry over the rest
    /// @param pages see [#PAGES]
    LogCarrier(WriterConnection.Opening opening, Runnable finish, int pages) {
        this.opening = opening;
        this.finish = finish;
        this.pages = pages;
    }

    void start() {
        thread.start();
    }

    /// Called by the writer's thread after each commit.
    void committed(StoreCount count) {
        if (Math.abs(count.appends() - lookedAt.get()) >= LOOK_EVERY) {
            lookedAt.set(count.appends());
            looks.release();
        }
    }

    private void run() {
        try {
            while (!closed) {
                looks.tryAcquire(LOOK_AT_LEAST_EVERY.toMillis(), TimeUnit.MILLISECONDS);
                looks.drainPermits();
                if (!closed) {
                    look();
                }
            }
        } catch (InterruptedException e) {
            logger.warn("SQLite's log is carried over by the writer alone from now on", e);
        } finally {
            disconnect();
        }
    }

    private void look() {
        try {
            var open = connection();
            if (logged(open) >= pages) {
                carryOver(open);
                carryOver(open);
                finish.run();
            }
        } catch (SQLException e) {
            // A full disk, for instance: the log stays as it is, and nothing that was committed is lost.
            logger.warn("SQLite's log is not carried over now: {}", e.getMessage());
            disconnect();
        }
    }

    private Connection connection() throws SQLException {
        var open = connection;
        if (open == null) {
            open = opening.open();
            connection = open;
        }
        return open;
    }

    /// Pages in the log, and nothing else happens.
    static int logged(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var row = statement.executeQuery("pragma wal_checkpoint(noop)")) {
            return row.next() ? row.getInt(2) : 0;
        }
    }

    /// Never waits for readers or the writer. What they still need stays in the log.
    static void carryOver(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute("pragma wal_checkpoint(passive)");
        }
    }

    private void disconnect() {
        var open = connection;
        connection = null;
        if (open != null) {
            try {
                open.close();
            } catch (SQLException e) {
                logger.warn("SQLite's connection does not close: {}", e.getMessage());
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        looks.release();
        try {
            if (!thread.join(LAST_CARRY)) {
                logger.warn("SQLite's log is still being carried over");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
