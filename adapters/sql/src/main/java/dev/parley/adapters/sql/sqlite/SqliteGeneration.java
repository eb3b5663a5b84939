package dev.parley.adapters.sql.sqlite;

import dev.parley.log.spi.StoreGeneration;
import dev.parley.log.spi.StoreUnavailableException;

/// The generation of a store whose writer may have ended while its file can still be read. Such a store counts as away,
/// or a server that can take nothing would be called ready.
final class SqliteGeneration implements StoreGeneration {

    private final StoreGeneration stored;
    private final SqliteWriter writer;

    SqliteGeneration(StoreGeneration stored, SqliteWriter writer) {
        this.stored = stored;
        this.writer = writer;
    }

    @Override
    public long current() {
        if (!writer.isOpen()) {
            throw new StoreUnavailableException("SQLite's writer has ended");
        }
        return stored.current();
    }

    @Override
    public long raise(long known) {
        return stored.raise(known);
    }
}
