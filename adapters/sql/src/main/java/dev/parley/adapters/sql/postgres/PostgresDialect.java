package dev.parley.adapters.sql.postgres;

import static dev.parley.adapters.sql.jooq.Tables.ROOM_HEAD;

import dev.parley.adapters.sql.store.Dialect;
import dev.parley.kernel.RoomId;
import java.util.Collection;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;

final class PostgresDialect implements Dialect {

    /// Of the moment, not of the transaction's begin: two transactions over one room must not see time fall.
    static final String NOW_MICROS = "floor(extract(epoch from clock_timestamp()) * 1000000)::bigint";

    @Override
    public SQLDialect jooq() {
        return SQLDialect.POSTGRES;
    }

    @Override
    public String nowMicros() {
        return NOW_MICROS;
    }

    @Override
    public Condition among(Field<String> field, Collection<String> values) {
        return field.eq(DSL.any(values.toArray(String[]::new)));
    }

    @Override
    public void lockHead(DSLContext sql, RoomId room) {
        sql.select(ROOM_HEAD.ROOM)
                .from(ROOM_HEAD)
                .where(ROOM_HEAD.ROOM.eq(room.value()))
                .forNoKeyUpdate()
                .fetch();
    }

    @Override
    public String skipLocked() {
        return "for update skip locked";
    }
}
