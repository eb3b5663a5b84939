package dev.parley.adapters.sql.postgres;

import dev.parley.adapters.sql.batch.Decided.NewMessage;
import dev.parley.adapters.sql.batch.Head;
import dev.parley.adapters.sql.batch.RoomSender;
import dev.parley.adapters.sql.store.Rows;
import dev.parley.log.SenderMark;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The hot end of an append: all new events, all changed heads and what limited senders have used, in one
/// statement, as arrays, so that its cost does not grow with round trips.
final class DecidedRows {

    private static final String EVENTS_AND_HEADS = """
            inserted as (
                insert into message
                (room, life, seq, sender, sender_name, client_msg_id, hash, type, tier, data, ref, ts, expires_at,
                 message_key)
                select * from unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?))
            update room_head h
            set life = u.life, kind = u.kind, version = u.version, rules = u.rules, first_seq = u.first_seq,
                last_seq = u.last_seq, last_ts = u.last_ts, messages = u.messages, bucket = u.bucket,
                bucket_low = u.bucket_low, bucket_allowlist = u.bucket_allowlist, bucket_critical = u.bucket_critical
            from unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) as u(#columns)
            where h.room = u.room
            """.replace("#columns", Rows.HEAD_COLUMNS);

    private static final String PLAIN = "with " + EVENTS_AND_HEADS;

    /// Only batches with limited senders pay for the table `sender`.
    private static final String WITH_SENDERS = """
            with limited as (
                insert into sender (room, life, user_id, last_ts, bucket) select * from unnest(?, ?, ?, ?, ?)
                on conflict (room, life, user_id) do update set last_ts = excluded.last_ts, bucket = excluded.bucket),
            """ + EVENTS_AND_HEADS;

    private DecidedRows() {}

    static void write(
            Connection connection, List<NewMessage> messages, List<Head> heads, Map<RoomSender, SenderMark> senders)
            throws SQLException {
        if (messages.isEmpty() && heads.isEmpty()) {
            return;
        }
        try (var statement = connection.prepareStatement(senders.isEmpty() ? PLAIN : WITH_SENDERS)) {
            int next = senders.isEmpty() ? 1 : bindSenders(statement, senders);
            next = bindMessages(statement, next, messages);
            bindHeads(statement, next, heads);
            statement.executeUpdate();
        }
    }

    private static int bindSenders(PreparedStatement statement, Map<RoomSender, SenderMark> senders)
            throws SQLException {
        int rows = senders.size();
        var texts = new String[3][rows];
        var numbers = new long[2][rows];
        int i = 0;
        for (var entry : senders.entrySet()) {
            texts[0][i] = entry.getKey().life().room().value();
            texts[1][i] = entry.getKey().life().life().value();
            texts[2][i] = entry.getKey().sender().value();
            numbers[0][i] = entry.getValue().lastTs();
            numbers[1][i] = entry.getValue().bucket();
            i++;
        }
        return bind(statement, 1, texts[0], texts[1], texts[2], numbers[0], numbers[1]);
    }

    private static int bindMessages(PreparedStatement statement, int from, List<NewMessage> messages)
            throws SQLException {
        int rows = messages.size();
        var texts = new @Nullable String[8][rows];
        var numbers = new long[3][rows];
        var tiers = new short[rows];
        var refs = new @Nullable Long[rows];
        var expiries = new @Nullable Long[rows];
        for (int i = 0; i < rows; i++) {
            var event = messages.get(i).event();
            texts[0][i] = event.room().value();
            texts[1][i] = event.position().epoch().life().value();
            numbers[0][i] = event.seq();
            texts[2][i] = event.author().sender().value();
            texts[3][i] = event.author().name();
            texts[4][i] = event.clientMsgId().value();
            numbers[1][i] = messages.get(i).hash().value();
            texts[5][i] = event.type().value();
            tiers[i] = (short) event.tier().ordinal();
            texts[6][i] = event.data().toString();
            refs[i] = event.ref();
            numbers[2][i] = event.ts();
            expiries[i] = event.expiresAt();
            texts[7][i] = event.key() == null ? null : event.key().value();
        }
        int next = bind(
                statement, from, texts[0], texts[1], numbers[0], texts[2], texts[3], texts[4], numbers[1], texts[5]);
        return bind(statement, next, tiers, texts[6], refs, numbers[2], expiries, texts[7]);
    }

    private static void bindHeads(PreparedStatement statement, int from, List<Head> heads) throws SQLException {
        int rows = heads.size();
        var texts = new String[2][rows];
        var kinds = new short[rows];
        var numbers = new long[10][rows];
        for (int i = 0; i < rows; i++) {
            var head = heads.get(i);
            texts[0][i] = head.room().value();
            texts[1][i] = head.life().value();
            kinds[i] = (short) head.kind().ordinal();
            numbers[0][i] = head.version();
            numbers[1][i] = head.rules();
            numbers[2][i] = head.first();
            numbers[3][i] = head.last();
            numbers[4][i] = head.lastTs();
            numbers[5][i] = head.messages();
            numbers[6][i] = head.buckets().inbound();
            numbers[7][i] = head.buckets().low();
            numbers[8][i] = head.buckets().allowlist();
            numbers[9][i] = head.buckets().critical();
        }
        int next = bind(statement, from, texts[0], texts[1], kinds);
        bind(statement, next, (Object[]) numbers);
    }

    /// The driver sends arrays of strings and of numbers in binary form, each with its own type.
    ///
    /// @return the index of the next parameter
    private static int bind(PreparedStatement statement, int from, Object... columns) throws SQLException {
        for (int i = 0; i < columns.length; i++) {
            statement.setObject(from + i, columns[i]);
        }
        return from + columns.length;
    }
}
