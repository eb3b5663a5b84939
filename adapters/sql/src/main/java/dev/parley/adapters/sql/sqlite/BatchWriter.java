package dev.parley.adapters.sql.sqlite;

import dev.parley.adapters.sql.batch.Decided;
import dev.parley.adapters.sql.batch.Decided.Ended;
import dev.parley.adapters.sql.batch.Decided.NewMessage;
import dev.parley.adapters.sql.batch.Decided.Remembered;
import dev.parley.adapters.sql.batch.Decided.RoomWrite;
import dev.parley.adapters.sql.batch.Head;
import dev.parley.adapters.sql.batch.RoomSender;
import dev.parley.adapters.sql.store.AmendmentRows;
import dev.parley.adapters.sql.store.AttributeRows;
import dev.parley.adapters.sql.store.PeopleRows;
import dev.parley.adapters.sql.store.SettingsColumns;
import dev.parley.adapters.sql.store.Statements;
import dev.parley.kernel.RoomId;
import dev.parley.log.RoomSettings;
import dev.parley.log.SenderMark;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Writes what was decided.
final class BatchWriter {

    private final PreparedStatement message;
    private final PreparedStatement remembered;
    private final PreparedStatement ended;
    private final PreparedStatement room;
    private final PreparedStatement settings;
    private final PreparedStatement insertHead;
    private final PreparedStatement updateHead;
    private final PreparedStatement sender;
    private final PreparedStatement deleteRoom;
    private final PreparedStatement deleteHead;

    private final AttributeRows attributes;
    private final AmendmentRows amendments;
    private final PeopleRows people;

    BatchWriter(Connection connection, Statements statements, PeopleRows people) throws SQLException {
        this.attributes = new AttributeRows(statements);
        this.amendments = new AmendmentRows(statements);
        this.people = people;
        this.message = connection.prepareStatement("""
                insert into message
                (room, life, seq, sender, sender_name, client_msg_id, hash, type, tier, data, ref, ts, expires_at,
                 message_key)
                values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """);
        this.remembered = connection.prepareStatement("""
                insert into dedupe (room, life, sender, client_msg_id, hash, seq, ts, forget_at)
                values (?, ?, ?, ?, ?, 0, ?, ?)
                """);
        this.ended = connection.prepareStatement(
                "insert into ended_life (room, life, swept, forget_at) values (?, ?, false, ?)");
        this.room = connection.prepareStatement("replace into room (" + SettingsColumns.LIST
                + ", id, created_at) values (" + SettingsColumns.VALUES + ", ?, ?)");
        this.settings = connection.prepareStatement("update room set " + SettingsColumns.ASSIGNMENTS + " where id = ?");
        this.insertHead = connection.prepareStatement("""
                insert into room_head
                (life, kind, version, rules, first_seq, last_seq, last_ts, messages, bucket, bucket_low, bucket_allowlist,
                    bucket_critical, room)
                values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """);
        this.updateHead = connection.prepareStatement("""
                update room_head
                set life = ?, kind = ?, version = ?, rules = ?, first_seq = ?, last_seq = ?, last_ts = ?, messages = ?,
                    bucket = ?, bucket_low = ?, bucket_allowlist = ?, bucket_critical = ?
                where room = ?
                """);
        this.sender = connection.prepareStatement("""
                insert into sender (last_ts, bucket, room, life, user_id) values (?, ?, ?, ?, ?)
                on conflict (room, life, user_id) do update set last_ts = excluded.last_ts, bucket = excluded.bucket
                """);
        this.deleteRoom = connection.prepareStatement("delete from room where id = ?");
        this.deleteHead = connection.prepareStatement("delete from room_head where room = ?");
    }

    /// @param before the heads as they were read
    void write(Decided decided, Map<RoomId, Head> before) throws SQLException {
        insertMessages(decided.messages());
        amendments.write(decided.amended());
        for (var row : decided.remembered()) {
            insert(row);
        }
        for (var row : decided.ended()) {
            insert(row);
        }
        for (var entry : decided.rooms().entrySet()) {
            write(entry.getKey(), before.get(entry.getKey()), entry.getValue());
        }
        updateHead.executeBatch();
        for (var entry : decided.senders().entrySet()) {
            write(entry.getKey(), entry.getValue());
        }
        attributes.write(decided.attributes());
        people.write(decided.people());
    }

    private void write(RoomSender key, SenderMark mark) throws SQLException {
        sender.setLong(1, mark.lastTs());
        sender.setLong(2, mark.bucket());
        sender.setString(3, key.life().room().value());
        sender.setString(4, key.life().life().value());
        sender.setString(5, key.sender().value());
        sender.executeUpdate();
    }

    private void insertMessages(List<NewMessage> messages) throws SQLException {
        for (var row : messages) {
            var event = row.event();
            message.setString(1, event.room().value());
            message.setString(2, event.position().epoch().life().value());
            message.setLong(3, event.seq());
            message.setString(4, event.author().sender().value());
            message.setString(5, event.author().name());
            message.setString(6, event.clientMsgId().value());
            message.setLong(7, row.hash().value());
            message.setString(8, event.type().value());
            message.setInt(9, event.tier().ordinal());
            message.setString(10, event.data().toString());
            setNullable(message, 11, event.ref());
            message.setLong(12, event.ts());
            setNullable(message, 13, event.expiresAt());
            message.setString(14, event.key() == null ? null : event.key().value());
            message.addBatch();
        }
        message.executeBatch();
    }

    private static void setNullable(PreparedStatement statement, int index, @Nullable Long value) throws SQLException {
        if (value == null) {
            statement.setNull(index, Types.BIGINT);
        } else {
            statement.setLong(index, value);
        }
    }

    private void insert(Remembered row) throws SQLException {
        var item = row.item();
        remembered.setString(1, item.room().value());
        remembered.setString(2, item.terms().life().value());
        remembered.setString(3, item.author().sender().value());
        remembered.setString(4, item.clientMsgId().value());
        remembered.setLong(5, item.hash().value());
        remembered.setLong(6, row.ts());
        remembered.setLong(7, row.forgetAt());
        remembered.executeUpdate();
    }

    private void insert(Ended row) throws SQLException {
        ended.setString(1, row.life().room().value());
        ended.setString(2, row.life().life().value());
        ended.setLong(3, row.forgetAt());
        ended.executeUpdate();
    }

    private void write(RoomId id, @Nullable Head before, RoomWrite write) throws SQLException {
        if (write.head() == null) {
            delete(id);
            return;
        }
        if (write.settings() != null) {
            boolean sameLife =
                    before != null && before.life().equals(write.head().life());
            if (sameLife) {
                bindSettings(settings, id, write.settings());
                settings.executeUpdate();
            } else {
                bindSettings(room, id, write.settings());
                room.setLong(SettingsColumns.NEXT + 1, write.createdAt());
                room.executeUpdate();
            }
        }
        if (before == null) {
            bind(write.head(), insertHead);
            insertHead.executeUpdate();
        } else {
            bind(write.head(), updateHead);
            updateHead.addBatch();
        }
    }

    private void delete(RoomId id) throws SQLException {
        deleteRoom.setString(1, id.value());
        deleteRoom.executeUpdate();
        deleteHead.setString(1, id.value());
        deleteHead.executeUpdate();
    }

    private static void bindSettings(PreparedStatement statement, RoomId id, RoomSettings values) throws SQLException {
        SettingsColumns.bind(statement, values);
        statement.setString(SettingsColumns.NEXT, id.value());
    }

    private static void bind(Head row, PreparedStatement statement) throws SQLException {
        statement.setString(1, row.life().value());
        statement.setInt(2, row.kind().ordinal());
        statement.setLong(3, row.version());
        statement.setLong(4, row.rules());
        statement.setLong(5, row.first());
        statement.setLong(6, row.last());
        statement.setLong(7, row.lastTs());
        statement.setLong(8, row.messages());
        statement.setLong(9, row.buckets().inbound());
        statement.setLong(10, row.buckets().low());
        statement.setLong(11, row.buckets().allowlist());
        statement.setLong(12, row.buckets().critical());
        statement.setString(13, row.room().value());
    }
}
