package dev.parley.adapters.sql.sqlite;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.parley.adapters.sql.store.Reads;
import dev.parley.adapters.sql.store.WatchedPool;
import dev.parley.log.spi.StoreUnavailableException;
import java.sql.SQLException;
import java.time.Duration;
import org.jooq.SQLDialect;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;

/// Reads beside the writer: the write-ahead log gives each statement the newest committed state and makes
/// nobody wait.
final class SqliteReads implements Reads, AutoCloseable {

    private static final int CONNECTIONS = 4;
    private static final Duration ACQUIRE_DEADLINE = Duration.ofSeconds(5);

    private final HikariDataSource pool;

    SqliteReads(SqliteDatabase database) {
        var config = new HikariConfig();
        config.setPoolName("parley-sqlite-read");
        config.setDataSource(database.reading());
        config.setMaximumPoolSize(CONNECTIONS);
        config.setConnectionTimeout(ACQUIRE_DEADLINE.toMillis());
        config.setMaxLifetime(0);
        this.pool = new HikariDataSource(config);
    }

    WatchedPool watched() {
        return WatchedPool.of("read", pool);
    }

    @Override
    public <T> T read(Read<T> read) {
        try (var connection = pool.getConnection()) {
            return read.from(connection);
        } catch (SQLException e) {
            throw unreadable(e);
        }
    }

    @Override
    public <T> T query(Query<T> query) {
        try (var connection = pool.getConnection()) {
            return query.from(DSL.using(connection, SQLDialect.SQLITE));
        } catch (SQLException | DataAccessException e) {
            throw unreadable(e);
        }
    }

    private static StoreUnavailableException unreadable(Exception e) {
        return new StoreUnavailableException("SQLite cannot be read: " + e.getMessage(), e);
    }

    @Override
    public void close() {
        pool.close();
    }
}
