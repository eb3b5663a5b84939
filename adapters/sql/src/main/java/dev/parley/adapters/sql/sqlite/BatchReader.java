package dev.parley.adapters.sql.sqlite;

import dev.parley.adapters.sql.batch.FirstTry;
import dev.parley.adapters.sql.batch.Head;
import dev.parley.adapters.sql.batch.Locked;
import dev.parley.adapters.sql.batch.Moment;
import dev.parley.adapters.sql.batch.RoomLife;
import dev.parley.adapters.sql.batch.RoomSender;
import dev.parley.adapters.sql.store.AmendmentRows;
import dev.parley.adapters.sql.store.AttributeRows;
import dev.parley.adapters.sql.store.PeopleRows;
import dev.parley.adapters.sql.store.Rows;
import dev.parley.adapters.sql.store.Statements;
import dev.parley.kernel.Epoch;
import dev.parley.kernel.RoomId;
import dev.parley.log.Append;
import dev.parley.log.ContentHash;
import dev.parley.log.SenderMark;
import dev.parley.log.StateChange.CreateRoom;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads what a batch is decided from. There is one writer, so its transaction is the lock.
final class BatchReader {

    private static final String TRY = """
            select hash, #columns from message where room = ?1 and life = ?2 and sender = ?3 and client_msg_id = ?4
            union all
            select hash, seq, null, null, null, null, null, null, null, ts, null, null from dedupe
            where room = ?1 and life = ?2 and sender = ?3 and client_msg_id = ?4
            """.replace(
                    "#columns",
                    // What was changed since does not show what was published: as if it were trimmed, the repeat does.
                    Rows.EVENT_COLUMNS.replace(" type,", " case when edited_seq is null then type end,"));

    /// What nearly every item is asked: one column, since the driver asks for the name of each with every answer, and
    /// nothing but the index is read.
    private static final String TRIED = """
            select 1 from message where life = ?2 and sender = ?3 and client_msg_id = ?4 and room = ?1
            union all
            select 1 from dedupe where life = ?2 and sender = ?3 and client_msg_id = ?4 and room = ?1
            """;

    private final KnownHeads known;
    private final PreparedStatement head;
    private final PreparedStatement tried;
    private final PreparedStatement firstTry;
    private final PreparedStatement sender;
    private final PreparedStatement ended;

    private final AttributeRows attributes;
    private final AmendmentRows amendments;
    private final PeopleRows people;

    BatchReader(Connection connection, KnownHeads known, Statements statements, PeopleRows people) throws SQLException {
        this.known = known;
        this.attributes = new AttributeRows(statements);
        this.amendments = new AmendmentRows(statements);
        this.people = people;
        this.head = connection.prepareStatement("select " + Rows.HEAD_COLUMNS + " from room_head where room = ?");
        this.tried = connection.prepareStatement(TRIED);
        this.firstTry = connection.prepareStatement(TRY);
        this.sender = connection.prepareStatement(
                "select last_ts, bucket from sender where room = ? and life = ? and user_id = ?");
        this.ended = connection.prepareStatement("select 1 from ended_life where room = ? and life = ?");
    }

    Locked read(List<Append> batch, long nowMicros, long generation) throws SQLException {
        known.check();
        var heads = heads(batch);
        var tries = new ArrayList<@Nullable FirstTry>(batch.size());
        var senders = new HashMap<RoomSender, SenderMark>();
        var endedLives = new HashSet<RoomLife>();
        for (var item : batch) {
            if (item.event() != null && item.terms().senders().any()) {
                addSender(RoomSender.of(item), senders);
            }
            tries.add(mayRepeat(item, heads) ? firstTry(item, generation) : null);
            if (item.change() instanceof CreateRoom creation) {
                addIfEnded(new RoomLife(item.room(), creation.life()), endedLives);
            }
        }
        return new Locked(
                new Moment(nowMicros, generation),
                heads,
                Set.of(),
                tries,
                senders,
                attributes.read(batch, heads),
                amendments.read(batch, heads),
                people.read(batch, heads),
                endedLives);
    }

    private Map<RoomId, Head> heads(List<Append> batch) throws SQLException {
        var heads = new HashMap<RoomId, Head>();
        var asked = new HashSet<RoomId>();
        for (var item : batch) {
            var found = asked.add(item.room()) ? head(item.room()) : null;
            if (found != null) {
                heads.put(item.room(), found);
            }
        }
        return heads;
    }

    private @Nullable Head head(RoomId room) throws SQLException {
        var remembered = known.get(room);
        return remembered == null ? stored(room) : remembered;
    }

    private @Nullable Head stored(RoomId room) throws SQLException {
        head.setString(1, room.value());
        try (var row = head.executeQuery()) {
            if (!row.next()) {
                return null;
            }
            var found = Rows.head(row);
            known.put(found);
            return found;
        }
    }

    private static boolean mayRepeat(Append item, Map<RoomId, Head> heads) {
        var known = heads.get(item.room());
        return known != null && known.life().equals(item.terms().life());
    }

    private @Nullable FirstTry firstTry(Append item, long generation) throws SQLException {
        bind(item, tried);
        try (var row = tried.executeQuery()) {
            if (!row.next()) {
                return null;
            }
        }
        bind(item, firstTry);
        try (var row = firstTry.executeQuery()) {
            return row.next() ? firstTry(item, generation, row) : null;
        }
    }

    private static void bind(Append item, PreparedStatement statement) throws SQLException {
        statement.setString(1, item.room().value());
        statement.setString(2, item.terms().life().value());
        statement.setString(3, item.author().sender().value());
        statement.setString(4, item.clientMsgId().value());
    }

    private static FirstTry firstTry(Append item, long generation, ResultSet row) throws SQLException {
        var hash = new ContentHash(row.getLong(1));
        boolean trimmed = row.getString(6) == null;
        var epoch = new Epoch(generation, item.terms().life());
        return new FirstTry(
                hash, row.getLong(2), row.getLong(10), trimmed ? null : Rows.event(item.room(), epoch, row, 2));
    }

    private void addSender(RoomSender key, Map<RoomSender, SenderMark> senders) throws SQLException {
        if (senders.containsKey(key)) {
            return;
        }
        sender.setString(1, key.life().room().value());
        sender.setString(2, key.life().life().value());
        sender.setString(3, key.sender().value());
        try (var row = sender.executeQuery()) {
            senders.put(key, row.next() ? new SenderMark(row.getLong(1), row.getLong(2)) : SenderMark.NONE);
        }
    }

    private void addIfEnded(RoomLife life, Set<RoomLife> endedLives) throws SQLException {
        ended.setString(1, life.room().value());
        ended.setString(2, life.life().value());
        try (var row = ended.executeQuery()) {
            if (row.next()) {
                endedLives.add(life);
            }
        }
    }
}
