package dev.parley.adapters.sql.sqlite;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.flywaydb.core.Flyway;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.Pragma;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteConfig.TransactionMode;
import org.sqlite.SQLiteDataSource;

/// One database file and how it is opened. The file is not mapped into memory: a mapped file on a failing
/// disk ends the process instead of the statement.
final class SqliteDatabase {

    /// Only other programs make a writer wait, for instance a backup.
    private static final int BUSY_TIMEOUT_MS = 3_000;

    /// KiB, for each connection.
    private static final int CACHE_KIB = 16 * 1_024;

    /// Pages of 4 KiB in the write-ahead log before the writer itself carries it over, because [LogCarrier] does not
    /// keep up.
    static final int CHECKPOINT_PAGES = 16_000;

    /// What stays of the write-ahead log after it was carried over.
    private static final long KEPT_LOG_BYTES = 64L << 20;

    private final String url;

    SqliteDatabase(Path file) {
        this.url = "jdbc:sqlite:" + file;
    }

    /// Creates the file and its tables, or brings them up to date.
    void migrate() throws SQLException {
        openWriter().close();
        migrations().migrate();
    }

    Flyway migrations() {
        return Flyway.configure()
                .dataSource(writing())
                .locations("classpath:db/sqlite")
                .load();
    }

    /// The connection of the only writer. What it commits is on the disk: FULL flushes the write-ahead log
    /// with every commit, NORMAL would not.
    Connection openWriter() throws SQLException {
        var connection = writing().getConnection();
        try (var statement = connection.createStatement()) {
            statement.execute("pragma wal_autocheckpoint = " + CHECKPOINT_PAGES);
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    private SQLiteDataSource writing() {
        var config = config();
        config.setJournalMode(JournalMode.WAL);
        config.setSynchronous(SynchronousMode.FULL);
        config.setTransactionMode(TransactionMode.IMMEDIATE);
        config.setPragma(Pragma.JOURNAL_SIZE_LIMIT, Long.toString(KEPT_LOG_BYTES));
        return source(config);
    }

    SQLiteDataSource reading() {
        return source(config());
    }

    private static SQLiteConfig config() {
        var config = new SQLiteConfig();
        config.setBusyTimeout(BUSY_TIMEOUT_MS);
        config.setCacheSize(-CACHE_KIB);
        // Or the driver asks for the last row's id after each change.
        config.setGetGeneratedKeys(false);
        return config;
    }

    private SQLiteDataSource source(SQLiteConfig config) {
        var source = new SQLiteDataSource(config);
        source.setUrl(url);
        return source;
    }
}
