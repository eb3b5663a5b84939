package dev.parley.adapters.sql.postgres;

import static dev.parley.adapters.sql.jooq.Tables.ROOM_HEAD;

import dev.parley.adapters.sql.store.Dialect;
import dev.parley.adapters.sql.store.PageReader;
import dev.parley.adapters.sql.store.Rows;
import dev.parley.kernel.RoomId;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;

final class PostgresDialect implements Dialect {

    /// Of the moment, not of the transaction's begin: two transactions over one room must not see time fall.
    static final String NOW_MICROS = "floor(extract(epoch from clock_timestamp()) * 1000000)::bigint";

    /// The driver holds the whole answer, so the database itself stops where the page is full. It need not
    /// unpack a text to know its length.
    private static final String PAGE = """
            select h.life, h.first_seq, h.last_seq, s.generation, #now, #columns
            from room_head h
            cross join store s
            left join lateral (
                select * from (
                    select r.*, octet_length(data) as bytes, sum(octet_length(data)) over (order by seq #order) as total
                    from (
                        select * from message
                        where room = h.room and life = h.life and seq #bound ?
                        order by seq #order limit ?) r) t
                where total <= #bytes or total = bytes) m on true
            where h.room = ?
            order by m.seq #order
            """.replace("#columns", Rows.CURRENT_COLUMNS_OF_M)
            .replace("#bytes", Integer.toString(PageReader.MAX_BYTES));

    private static final String FORWARD = PAGE.replace("#bound", ">").replace("#order", "asc");
    private static final String BACKWARD = PAGE.replace("#bound", "<").replace("#order", "desc");

    @Override
    public String page(boolean forward) {
        return forward ? FORWARD : BACKWARD;
    }

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
    public String forUpdate() {
        return "for no key update";
    }

    @Override
    public String table(String name, List<String> columns) {
        return IntStream.range(0, columns.size())
                .mapToObj(i -> "e ->> " + i + " as " + columns.get(i))
                .collect(Collectors.joining(
                        ", ", "(select ", " from jsonb_array_elements(cast(? as jsonb)) e) as " + name));
    }

    @Override
    public String skipLocked() {
        return "for update skip locked";
    }
}
