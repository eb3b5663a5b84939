package dev.parley.adapters.sql.postgres;

import dev.parley.adapters.sql.batch.BatchDecision;
import dev.parley.adapters.sql.batch.Decided;
import dev.parley.adapters.sql.batch.Decided.Ended;
import dev.parley.adapters.sql.batch.Decided.Remembered;
import dev.parley.adapters.sql.batch.Decided.RoomWrite;
import dev.parley.adapters.sql.batch.Head;
import dev.parley.adapters.sql.batch.Locked;
import dev.parley.adapters.sql.batch.RoomTurn;
import dev.parley.adapters.sql.store.AmendmentRows;
import dev.parley.adapters.sql.store.AttributeRows;
import dev.parley.adapters.sql.store.LifecycleAppend;
import dev.parley.adapters.sql.store.PeopleRows;
import dev.parley.adapters.sql.store.SettingsColumns;
import dev.parley.adapters.sql.store.Statements;
import dev.parley.kernel.Life;
import dev.parley.kernel.RoomId;
import dev.parley.log.Append;
import dev.parley.log.AppendResult.Settled;
import dev.parley.log.StateChange.CreateRoom;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The append transaction as separate statements in a fixed order, because a statement's snapshot is older
/// than the lock it waits for: rooms that are missing, locks, repeats, the decision, what was decided, and last, under
/// its own lock, what the lifecycle log tells of rooms.
final class PostgresAppend {

    private static final PostgresDialect DIALECT = new PostgresDialect();

    private static final String UPDATE_ROOM = "update room set " + SettingsColumns.ASSIGNMENTS
            + ", created_at = case when ? then created_at else ? end where id = ?";

    /// Several times as long as a transaction usually holds the lifecycle log; until this one ends.
    private static final String BRIEFLY = "set local lock_timeout = '100ms'";

    private final Connection connection;
    private final AttributeRows attributes;
    private final AmendmentRows amendments;
    private final PeopleRows people;
    private final boolean skipHeld;
    private final Set<RoomId> leftAlone;

    /// @param leftAlone rooms that answer held without being tried
    PostgresAppend(Connection connection, boolean skipHeld, Set<RoomId> leftAlone) {
        this.connection = connection;
        this.attributes = new AttributeRows(Statements.closedAfterUse(connection));
        this.amendments = new AmendmentRows(Statements.closedAfterUse(connection));
        this.people = new PeopleRows(Statements.closedAfterUse(connection), DIALECT);
        this.skipHeld = skipHeld;
        this.leftAlone = leftAlone;
    }

    List<Settled> run(List<Append> batch) throws SQLException {
        var creation = new Creation(batch, leftAlone);
        var created = creation.createMissing(connection);
        var locks = HeadLocks.take(connection, rooms(batch), skipHeld);
        var before = locks.heads();
        before.keySet().removeAll(created.keySet());
        var first = FirstTries.find(connection, batch, before);
        var held = new HashSet<>(locks.held());
        held.addAll(leftAlone);
        var decided = new BatchDecision(new Locked(
                        first.now(),
                        before,
                        held,
                        first.tries(),
                        first.senders(),
                        attributes.read(batch, before),
                        amendments.read(batch, before),
                        people.read(batch, before),
                        creation.ended(connection)))
                .decide(batch);
        write(decided, lives(before, created), created);
        return decided.results();
    }

    private Set<RoomId> rooms(List<Append> batch) {
        var rooms = new TreeSet<RoomId>();
        batch.forEach(item -> rooms.add(item.room()));
        rooms.removeAll(leftAlone);
        return rooms;
    }

    /// Which life the rows of a room are of, also where this transaction has just made them.
    private static Map<RoomId, Life> lives(Map<RoomId, Head> before, Map<RoomId, CreateRoom> created) {
        var lives = new HashMap<RoomId, Life>();
        before.forEach((room, head) -> lives.put(room, head.life()));
        created.forEach((room, creation) -> lives.put(room, creation.life()));
        return lives;
    }

    private void write(Decided decided, Map<RoomId, Life> lives, Map<RoomId, CreateRoom> created) throws SQLException {
        remember(decided.remembered());
        end(decided.ended());
        var heads = new ArrayList<Head>();
        var gone = new TreeSet<>(created.keySet());
        gone.removeAll(decided.rooms().keySet());
        for (var entry : decided.rooms().entrySet()) {
            var head = entry.getValue().head();
            if (head == null) {
                gone.add(entry.getKey());
            } else {
                heads.add(head);
                writeSettings(head, entry.getValue(), lives, created);
            }
        }
        DecidedRows.write(connection, decided.messages(), heads, decided.senders());
        amendments.write(decided.amended());
        attributes.write(decided.attributes());
        people.write(decided.people());
        remove(gone);
        if (!decided.turns().isEmpty()) {
            beBrief(decided);
            new LifecycleAppend(Statements.closedAfterUse(connection), DIALECT).rooms(decided.turns());
        }
    }

    /// Rooms that neither begin nor end do not wait long for those that do.
    private void beBrief(Decided decided) throws SQLException {
        var turning = decided.turns().stream().map(RoomTurn::room).collect(Collectors.toSet());
        if (turning.containsAll(decided.rooms().keySet())) {
            return;
        }
        try (var statement = connection.createStatement()) {
            statement.execute(BRIEFLY);
        }
    }

    private void remember(List<Remembered> rows) throws SQLException {
        if (rows.isEmpty()) {
            return;
        }
        try (var insert = connection.prepareStatement("""
                insert into dedupe (room, life, sender, client_msg_id, hash, seq, ts, forget_at)
                values (?, ?, ?, ?, ?, 0, ?, ?)
                """)) {
            for (var row : rows) {
                var item = row.item();
                insert.setString(1, item.room().value());
                insert.setString(2, item.terms().life().value());
                insert.setString(3, item.author().sender().value());
                insert.setString(4, item.clientMsgId().value());
                insert.setLong(5, item.hash().value());
                insert.setLong(6, row.ts());
                insert.setLong(7, row.forgetAt());
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    private void end(List<Ended> rows) throws SQLException {
        if (rows.isEmpty()) {
            return;
        }
        try (var insert = connection.prepareStatement(
                "insert into ended_life (room, life, swept, forget_at) values (?, ?, false, ?)")) {
            for (var row : rows) {
                insert.setString(1, row.life().room().value());
                insert.setString(2, row.life().life().value());
                insert.setLong(3, row.forgetAt());
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    private void writeSettings(Head head, RoomWrite write, Map<RoomId, Life> lives, Map<RoomId, CreateRoom> created)
            throws SQLException {
        if (write.settings() == null || written(head, write, created.get(head.room()))) {
            return;
        }
        boolean sameLife = head.life().equals(lives.get(head.room()));
        try (var update = connection.prepareStatement(UPDATE_ROOM)) {
            SettingsColumns.bind(update, write.settings());
            update.setBoolean(SettingsColumns.NEXT, sameLife);
            update.setLong(SettingsColumns.NEXT + 1, write.createdAt());
            update.setString(SettingsColumns.NEXT + 2, head.room().value());
            update.executeUpdate();
        }
    }

    /// Whether the row as it was made is what was decided.
    private static boolean written(Head head, RoomWrite write, @Nullable CreateRoom created) {
        return created != null
                && created.life().equals(head.life())
                && created.settings().equals(write.settings());
    }

    private void remove(Set<RoomId> rooms) throws SQLException {
        if (rooms.isEmpty()) {
            return;
        }
        var ids = rooms.stream().map(RoomId::value).toArray(String[]::new);
        for (String sql : List.of("delete from room_head where room = any(?)", "delete from room where id = any(?)")) {
            try (var delete = connection.prepareStatement(sql)) {
                delete.setObject(1, ids);
                delete.executeUpdate();
            }
        }
    }
}
