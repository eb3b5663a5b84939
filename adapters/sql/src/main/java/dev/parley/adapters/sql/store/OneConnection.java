package dev.parley.adapters.sql.store;

import dev.parley.log.spi.StoreUnavailableException;
import java.sql.Connection;
import java.sql.SQLException;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;

/// A command's one connection, for one thread. It commits each statement; a write is a transaction of its own.
public record OneConnection(Connection connection, SQLDialect dialect) implements Reads, Writes {

    private DSLContext sql() {
        return DSL.using(connection, dialect);
    }

    @Override
    public <T> T read(Read<T> read) {
        try {
            return read.from(connection);
        } catch (SQLException e) {
            throw new StoreUnavailableException("The store cannot be read: " + e.getMessage(), e);
        }
    }

    @Override
    public <T> T query(Query<T> query) {
        return query.from(sql());
    }

    @Override
    public <T> T write(Work<T> work) {
        return sql().transactionResult(transaction -> work.in(transaction.dsl()));
    }
}
