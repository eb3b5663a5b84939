package dev.parley.adapters.sql.postgres;

import dev.parley.adapters.sql.batch.Decided.NewMessage;
import dev.parley.adapters.sql.batch.Head;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The hot end of an append: all new events and all changed heads of a batch in one statement, as arrays,
/// so that its cost does not grow with round trips.
final class DecidedRows {

    private static final String SQL = """
            with inserted as (
                insert into message
                (room, life, seq, sender, sender_name, client_msg_id, hash, type, tier, data, ref, ts, expires_at)
                select * from unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?))
            update room_head h
            set life = u.life, kind = u.kind, version = u.version, rules = u.rules, first_seq = u.first_seq,
                last_seq = u.last_seq, last_ts = u.last_ts, messages = u.messages, bucket = u.bucket
            from unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                as u(room, life, kind, version, rules, first_seq, last_seq, last_ts, messages, bucket)
            where h.room = u.room
            """;

    private DecidedRows() {}

    static void write(Connection connection, List<NewMessage> messages, List<Head> heads) throws SQLException {
        if (messages.isEmpty() && heads.isEmpty()) {
            return;
        }
        try (var statement = connection.prepareStatement(SQL)) {
            bindMessages(statement, messages);
            bindHeads(statement, heads);
            statement.executeUpdate();
        }
    }

    private static void bindMessages(PreparedStatement statement, List<NewMessage> messages) throws SQLException {
        int rows = messages.size();
        var texts = new @Nullable String[7][rows];
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
        }
        bind(statement, 1, texts[0], texts[1], numbers[0], texts[2], texts[3], texts[4], numbers[1], texts[5]);
        bind(statement, 9, tiers, texts[6], refs, numbers[2], expiries);
    }

    private static void bindHeads(PreparedStatement statement, List<Head> heads) throws SQLException {
        int rows = heads.size();
        var texts = new String[2][rows];
        var kinds = new short[rows];
        var numbers = new long[7][rows];
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
            numbers[6][i] = head.bucket();
        }
        bind(statement, 14, texts[0], texts[1], kinds);
        bind(statement, 17, (Object[]) numbers);
    }

    /// The driver sends arrays of strings and of numbers in binary form, each with its own type.
    private static void bind(PreparedStatement statement, int from, Object... columns) throws SQLException {
        for (int i = 0; i < columns.length; i++) {
            statement.setObject(from + i, columns[i]);
        }
    }
}
