package dev.parley.adapters.sql.store;

import static dev.parley.adapters.sql.jooq.Tables.ATTRIBUTE;
import static dev.parley.adapters.sql.jooq.Tables.ATTRIBUTE_ROOM;
import static dev.parley.adapters.sql.jooq.Tables.ROOM;
import static dev.parley.adapters.sql.jooq.Tables.ROOM_HEAD;
import static dev.parley.adapters.sql.jooq.Tables.STORE;

import dev.parley.kernel.AttributeKey;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Sender;
import dev.parley.log.Attribute;
import dev.parley.room.ChangedAttributes;
import dev.parley.room.HeldAttribute;
import dev.parley.room.RoomSnapshot;
import dev.parley.room.spi.AttributeReader;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jooq.SelectJoinStep;
import org.jspecify.annotations.Nullable;

/// Attributes out of the tables; each call is one statement, so one snapshot.
public final class SqlAttributeReader implements AttributeReader {

    private static final Condition OF_HEAD = ATTRIBUTE.ROOM.eq(ROOM_HEAD.ROOM).and(ATTRIBUTE.LIFE.eq(ROOM_HEAD.LIFE));

    private final Reads reads;
    private final Dialect dialect;

    public SqlAttributeReader(Reads reads, Dialect dialect) {
        this.reads = reads;
        this.dialect = dialect;
    }

    @Override
    public Optional<RoomSnapshot> snapshot(RoomId room) {
        return reads.query(sql -> {
            List<Record> rows = sql.select(ROOM.fields())
                    .select(ROOM_HEAD.fields())
                    .select(ATTRIBUTE.fields())
                    .select(STORE.GENERATION)
                    .from(ROOM.join(ROOM_HEAD)
                            .on(ROOM_HEAD.ROOM.eq(ROOM.ID))
                            .crossJoin(STORE)
                            .leftJoin(ATTRIBUTE)
                            .on(OF_HEAD.and(ATTRIBUTE.VALUE.isNotNull())))
                    .where(ROOM.ID.eq(room.value()))
                    .orderBy(ATTRIBUTE.NAME)
                    .fetch();
            return rows.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new RoomSnapshot(SqlRoomReader.state(rows.getFirst()), attributes(rows)));
        });
    }

    @Override
    public Optional<ChangedAttributes> changes(RoomId room, long after) {
        return reads.query(sql -> {
            List<Record> rows = sql.select(ROOM_HEAD.fields())
                    .select(ATTRIBUTE.fields())
                    .select(ATTRIBUTE_ROOM.FORGOTTEN, STORE.GENERATION)
                    .from(ROOM_HEAD
                            .crossJoin(STORE)
                            .leftJoin(ATTRIBUTE_ROOM)
                            .on(ATTRIBUTE_ROOM.ROOM.eq(ROOM_HEAD.ROOM).and(ATTRIBUTE_ROOM.LIFE.eq(ROOM_HEAD.LIFE)))
                            .leftJoin(ATTRIBUTE)
                            .on(OF_HEAD.and(ATTRIBUTE.SEQ.gt(after))))
                    .where(ROOM_HEAD.ROOM.eq(room.value()))
                    .orderBy(ATTRIBUTE.SEQ, ATTRIBUTE.NAME)
                    .fetch();
            return rows.isEmpty() ? Optional.empty() : Optional.of(changes(rows, after));
        });
    }

    private static ChangedAttributes changes(List<Record> rows, long after) {
        Record any = rows.getFirst();
        long first = any.get(ROOM_HEAD.FIRST_SEQ);
        Long forgotten = any.get(ATTRIBUTE_ROOM.FORGOTTEN);
        return new ChangedAttributes(
                SqlRoomReader.epoch(any),
                first,
                any.get(ROOM_HEAD.LAST_SEQ),
                after >= Math.max(first - 1, forgotten == null ? 0 : forgotten),
                attributes(rows));
    }

    private static List<Attribute> attributes(List<Record> rows) {
        return rows.stream()
                .map(SqlAttributeReader::attribute)
                .filter(Objects::nonNull)
                .toList();
    }

    /// Null where a room has none.
    private static @Nullable Attribute attribute(Record row) {
        String name = row.get(ATTRIBUTE.NAME);
        String value = row.get(ATTRIBUTE.VALUE);
        return name == null
                ? null
                : new Attribute(
                        new AttributeKey(name),
                        value == null ? null : JsonText.of(value),
                        row.get(ATTRIBUTE.SEQ),
                        new Sender(row.get(ATTRIBUTE.OWNER)),
                        row.get(ATTRIBUTE.AUTO_DELETE),
                        row.get(ATTRIBUTE.EXPIRES_AT));
    }

    @Override
    public List<HeldAttribute> expired(int limit) {
        return reads.query(sql -> {
            long now = Math.floorDiv(StoreClock.micros(sql, dialect), 1_000L);
            return held(sql)
                    .where(ATTRIBUTE.EXPIRES_AT.isNotNull().and(ATTRIBUTE.EXPIRES_AT.le(now)))
                    .orderBy(ATTRIBUTE.EXPIRES_AT)
                    .limit(limit)
                    .fetch(SqlAttributeReader::held);
        });
    }

    /// The condition is that of an index.
    @Override
    public List<HeldAttribute> autoDeleted(@Nullable HeldAttribute after, int limit) {
        String room = after == null ? "" : after.room().value();
        String name = after == null ? "" : after.key().value();
        return reads.query(sql -> held(sql)
                .where("attribute.auto_delete")
                .and(ATTRIBUTE.ROOM.gt(room).or(ATTRIBUTE.ROOM.eq(room).and(ATTRIBUTE.NAME.gt(name))))
                .orderBy(ATTRIBUTE.ROOM, ATTRIBUTE.NAME)
                .limit(limit)
                .fetch(SqlAttributeReader::held));
    }

    private static SelectJoinStep<Record> held(DSLContext sql) {
        return sql.select(ATTRIBUTE.fields())
                .select(ROOM_HEAD.LIFE, STORE.GENERATION)
                .from(ATTRIBUTE.join(ROOM_HEAD).on(OF_HEAD).crossJoin(STORE));
    }

    private static HeldAttribute held(Record row) {
        return new HeldAttribute(
                new RoomId(row.get(ATTRIBUTE.ROOM)),
                SqlRoomReader.epoch(row),
                new AttributeKey(row.get(ATTRIBUTE.NAME)),
                row.get(ATTRIBUTE.SEQ),
                new Sender(row.get(ATTRIBUTE.OWNER)));
    }
}
