package dev.parley.adapters.sql.postgres;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.adapters.sql.store.Reads;
import dev.parley.log.spi.StoreUnavailableException;
import java.sql.SQLException;
import org.jooq.SQLDialect;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;

/// Reads on the primary, a statement at a time, so that they see every commit that was acknowledged before.
final class PostgresReads implements Reads {

    private final HikariDataSource pool;

    PostgresReads(HikariDataSource pool) {
        this.pool = pool;
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
            return query.from(DSL.using(connection, SQLDialect.POSTGRES));
        } catch (SQLException | DataAccessException e) {
            throw unreadable(e);
        }
    }

    private static StoreUnavailableException unreadable(Exception e) {
        return new StoreUnavailableException("PostgreSQL cannot be read: " + e.getMessage(), e);
    }
}
