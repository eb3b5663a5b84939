package dev.parley.adapters.sql.store;

import static dev.parley.adapters.sql.jooq.Tables.ROOM;
import static dev.parley.adapters.sql.jooq.Tables.ROOM_HEAD;

import org.jooq.SQLDialect;
import org.jooq.impl.DSL;

/// The first use of jOOQ loads a thousand classes, which takes most of a second. That is done beside the
/// migration, so that the first request does not wait for it.
public final class JooqWarmUp {

    private JooqWarmUp() {}

    public static void begin(SQLDialect dialect) {
        Thread.ofPlatform().name("parley-sql-warm-up").daemon().start(() -> render(dialect));
    }

    private static void render(SQLDialect dialect) {
        DSL.using(dialect)
                .select(ROOM.fields())
                .from(ROOM.join(ROOM_HEAD).on(ROOM_HEAD.ROOM.eq(ROOM.ID)))
                .where(ROOM.ID.eq(""))
                .getSQL();
    }
}
