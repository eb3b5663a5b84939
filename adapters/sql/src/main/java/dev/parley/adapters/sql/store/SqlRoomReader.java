package dev.parley.adapters.sql.store;

import static dev.parley.adapters.sql.jooq.Tables.ROOM;
import static dev.parley.adapters.sql.jooq.Tables.ROOM_HEAD;
import static dev.parley.adapters.sql.jooq.Tables.STORE;

import dev.parley.kernel.Epoch;
import dev.parley.kernel.Life;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Text;
import dev.parley.kernel.UserId;
import dev.parley.log.RoomKind;
import dev.parley.room.RoomState;
import dev.parley.room.RulesMark;
import dev.parley.room.spi.RoomReader;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.SelectJoinStep;

/// Rooms out of the tables; each call is one statement, so one snapshot, and one more for people.
public final class SqlRoomReader implements RoomReader {

    private static final int MAX_MARKS = 2_000;

    /// Sorts after every character an id can have.
    private static final String AFTER_ALL = "\u007f";

    private final Reads reads;
    private final Dialect dialect;

    public SqlRoomReader(Reads reads, Dialect dialect) {
        this.reads = reads;
        this.dialect = dialect;
    }

    @Override
    public Optional<RoomState> read(RoomId room, Set<UserId> asked) {
        return reads.query(sql -> states(sql)
                .where(ROOM.ID.eq(room.value()))
                .fetchOptional(SqlRoomReader::state)
                .map(state -> SqlPeopleReader.with(sql, dialect, state, asked)));
    }

    @Override
    public Map<RoomId, RulesMark> marks(Collection<RoomId> rooms) {
        return ofHeads(rooms, ROOM_HEAD.RULES, RulesMark::new);
    }

    @Override
    public Map<RoomId, Position> heads(Collection<RoomId> rooms) {
        return ofHeads(rooms, ROOM_HEAD.LAST_SEQ, Position::new);
    }

    /// What an epoch and one column of the head rows make, by room.
    private <T> Map<RoomId, T> ofHeads(Collection<RoomId> rooms, Field<Long> column, BiFunction<Epoch, Long, T> value) {
        if (rooms.size() > MAX_MARKS) {
            throw new IllegalArgumentException("at most " + MAX_MARKS + " rooms at once");
        }
        var ids = rooms.stream().map(RoomId::value).toList();
        return reads.query(sql -> sql.select(ROOM_HEAD.ROOM, ROOM_HEAD.LIFE, column, STORE.GENERATION)
                .from(ROOM_HEAD.crossJoin(STORE))
                .where(dialect.among(ROOM_HEAD.ROOM, ids))
                .fetchMap(row -> new RoomId(row.get(ROOM_HEAD.ROOM)), row -> value.apply(epoch(row), row.get(column))));
    }

    @Override
    public List<RoomState> list(String prefix, String after, int limit) {
        if (!Text.storable(prefix) || !Text.storable(after)) {
            throw new IllegalArgumentException("no id begins with or follows what cannot be stored");
        }
        Condition wanted = ROOM.ID.gt(after).and(ROOM.ID.ge(prefix)).and(ROOM.ID.lt(prefix + AFTER_ALL));
        return reads.query(
                sql -> states(sql).where(wanted).orderBy(ROOM.ID).limit(limit).fetch(SqlRoomReader::state));
    }

    private static SelectJoinStep<Record> states(DSLContext sql) {
        return sql.select(ROOM.fields())
                .select(ROOM_HEAD.fields())
                .select(STORE.GENERATION)
                .from(ROOM.join(ROOM_HEAD).on(ROOM_HEAD.ROOM.eq(ROOM.ID)).crossJoin(STORE));
    }

    static RoomState state(Record row) {
        RoomKind kind = Rows.kind(row.get(ROOM_HEAD.KIND));
        return new RoomState(
                new RoomId(row.get(ROOM.ID)),
                epoch(row),
                kind,
                SettingsColumns.read(row, kind),
                row.get(ROOM_HEAD.VERSION),
                row.get(ROOM_HEAD.RULES),
                row.get(ROOM_HEAD.FIRST_SEQ),
                row.get(ROOM_HEAD.LAST_SEQ),
                row.get(ROOM.CREATED_AT));
    }

    static Epoch epoch(Record row) {
        return new Epoch(row.get(STORE.GENERATION), new Life(row.get(ROOM_HEAD.LIFE)));
    }
}
