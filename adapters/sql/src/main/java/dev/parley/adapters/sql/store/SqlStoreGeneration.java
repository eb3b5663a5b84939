package dev.parley.adapters.sql.store;

import static dev.parley.adapters.sql.jooq.Tables.STORE;

import dev.parley.log.spi.StoreGeneration;

/// The generation in the store's one row.
public final class SqlStoreGeneration implements StoreGeneration {

    private final Reads reads;
    private final Writes writes;

    public SqlStoreGeneration(Reads reads, Writes writes) {
        this.reads = reads;
        this.writes = writes;
    }

    @Override
    public long current() {
        return reads.query(
                sql -> sql.select(STORE.GENERATION).from(STORE).fetchSingle().value1());
    }

    /// Who loses the comparison takes what the winner wrote.
    @Override
    public long raise(long known) {
        return writes.write(sql -> {
            sql.update(STORE)
                    .set(STORE.GENERATION, known + 1)
                    .where(STORE.GENERATION.eq(known))
                    .execute();
            return sql.select(STORE.GENERATION).from(STORE).fetchSingle().value1();
        });
    }
}
