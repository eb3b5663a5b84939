package dev.parley.adapters.sql.sqlite;

import dev.parley.adapters.sql.store.Dialect;
import dev.parley.adapters.sql.store.Rows;
import dev.parley.kernel.RoomId;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;

/// SQLite has no clock of its own: the store's clock is this machine's.
final class SqliteDialect implements Dialect {

    /// Plain enough to be compiled quickly, which happens for each page. Rows come one by one, so that the
    /// reader can stop where the page is full.
    private static final String PAGE = """
            select h.life, h.first_seq, h.last_seq, s.generation, #now, #columns
            from room_head h
            join store s on s.id = 1
            left join message m on m.room = h.room and m.life = h.life and m.seq #bound ?1
            where h.room = ?3
            order by m.seq #order
            limit ?2
            """.replace("#columns", Rows.CURRENT_COLUMNS_OF_M);

    private static final String FORWARD = PAGE.replace("#bound", ">").replace("#order", "asc");
    private static final String BACKWARD = PAGE.replace("#bound", "<").replace("#order", "desc");

    private final InstantSource clock;

    SqliteDialect(InstantSource clock) {
        this.clock = clock;
    }

    long micros() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant());
    }

    @Override
    public SQLDialect jooq() {
        return SQLDialect.SQLITE;
    }

    @Override
    public String nowMicros() {
        return Long.toString(micros());
    }

    @Override
    public String page(boolean forward) {
        return forward ? FORWARD : BACKWARD;
    }

    /// Ids hold no character that JSON would escape.
    @Override
    public Condition among(Field<String> field, Collection<String> values) {
        String json = values.stream().collect(Collectors.joining("\",\"", "[\"", "\"]"));
        return DSL.condition("{0} in (select value from json_each({1}))", field, DSL.val(json));
    }

    /// The writer's transaction has the whole database.
    @Override
    public void lockHead(DSLContext sql, RoomId room) {}

    @Override
    public String forUpdate() {
        return "";
    }

    @Override
    public String table(String name, List<String> columns) {
        return IntStream.range(0, columns.size())
                .mapToObj(i -> "value ->> " + i + " as " + columns.get(i))
                .collect(Collectors.joining(", ", "(select ", " from json_each(?)) as " + name));
    }

    @Override
    public String skipLocked() {
        return "";
    }
}
