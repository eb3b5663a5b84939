package dev.parley.adapters.sql.store;

import java.sql.Connection;
import java.sql.SQLException;
import org.jooq.DSLContext;

/// Reading outside of any writer's transaction. Each call takes a connection of a bounded pool and has a
/// deadline; it throws [dev.parley.log.spi.StoreUnavailableException] when the store cannot be read.
public interface Reads {

    /// What reads with a connection.
    @FunctionalInterface
    interface Read<T> {
        T from(Connection connection) throws SQLException;
    }

    /// What reads with jOOQ.
    @FunctionalInterface
    interface Query<T> {
        T from(DSLContext sql);
    }

    <T> T read(Read<T> read);

    <T> T query(Query<T> query);
}
