package dev.parley.adapters.sql.store;

import org.jooq.DSLContext;
import org.jooq.impl.DSL;

/// What time it is by the store.
final class StoreClock {

    private StoreClock() {}

    static long micros(DSLContext sql, Dialect dialect) {
        return sql.select(DSL.field(dialect.nowMicros(), Long.class))
                .fetchSingle()
                .value1();
    }
}
