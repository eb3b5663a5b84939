package dev.parley.adapters.sql.postgres;

import dev.parley.adapters.sql.batch.FirstTry;
import dev.parley.adapters.sql.batch.Head;
import dev.parley.adapters.sql.batch.Moment;
import dev.parley.adapters.sql.batch.RoomSender;
import dev.parley.adapters.sql.store.Rows;
import dev.parley.kernel.Epoch;
import dev.parley.kernel.RoomId;
import dev.parley.log.Append;
import dev.parley.log.ContentHash;
import dev.parley.log.SenderMark;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Finds the repeats of a batch, and in the same statement what time it is, in which generation, and what
/// limited senders have used: it begins after the locks were taken, so all are as new as the heads.
final class FirstTries {

    /// The room is compared in a way no index serves: the planner, which knows nothing of new tables, must
    /// not think of walking through the room's rows.
    ///
    /// The first row is the store's: its generation in the place of a hash, its clock in the place of a
    /// seq.
    ///
    /// A message that was changed since does not show what was published: as if it were trimmed, the repeat does.
    private static final String SQL = """
            with asked as (
                select * from unnest(?, ?, ?, ?, ?) as a(item, room, life, sender, client_msg_id))
            select -1 as item, generation as hash, #now as seq, null as sender, null as sender_name,
                   null as client_msg_id, null as type, null::smallint as tier, null as data, null::bigint as ref,
                   null::bigint as ts, null::bigint as expires_at, null as message_key
            from store
            union all
            select a.item, m.hash, m.seq, m.sender, m.sender_name,
                   case when m.edited_seq is null then m.client_msg_id end, m.type, m.tier, m.data, m.ref, m.ts,
                   m.expires_at, m.message_key
            from asked a join message m using (life, sender, client_msg_id) where m.room || '' = a.room
            union all
            select a.item, d.hash, d.seq, null, null, null, null, null, null, null, d.ts, null, null
            from asked a join dedupe d using (life, sender, client_msg_id) where d.room || '' = a.room
            """.replace("#now", PostgresDialect.NOW_MICROS);

    /// The same and a row for each known sender: its place in the question below the store's -1, the bucket
    /// in the place of a hash, its last message's time in the place of a seq. Only batches with limited
    /// senders ask.
    private static final String WITH_SENDERS = SQL + """
            union all
            select -2 - l.item, s.bucket, s.last_ts, null, null, null, null, null, null, null, null, null, null
            from unnest(?, ?, ?, ?) as l(item, room, life, user_id)
            join sender s using (room, life, user_id)
            """;

    private final Moment now;
    private final List<@Nullable FirstTry> tries;
    private final Map<RoomSender, SenderMark> senders;

    private FirstTries(Moment now, List<@Nullable FirstTry> tries, Map<RoomSender, SenderMark> senders) {
        this.now = now;
        this.tries = tries;
        this.senders = senders;
    }

    static FirstTries find(Connection connection, List<Append> batch, Map<RoomId, Head> heads) throws SQLException {
        int[] asked = asked(batch, heads);
        var limited = limited(batch);
        try (var query = connection.prepareStatement(limited.isEmpty() ? SQL : WITH_SENDERS)) {
            query.setObject(1, asked);
            query.setObject(2, column(batch, asked, item -> item.room().value()));
            query.setObject(3, column(batch, asked, item -> item.terms().life().value()));
            query.setObject(
                    4, column(batch, asked, item -> item.author().sender().value()));
            query.setObject(5, column(batch, asked, item -> item.clientMsgId().value()));
            if (!limited.isEmpty()) {
                bindSenders(query, limited);
            }
            try (var rows = query.executeQuery()) {
                return read(rows, batch, limited);
            }
        }
    }

    private static List<RoomSender> limited(List<Append> batch) {
        return batch.stream()
                .filter(item -> item.event() != null && item.terms().senders().any())
                .map(RoomSender::of)
                .distinct()
                .toList();
    }

    private static void bindSenders(PreparedStatement query, List<RoomSender> limited) throws SQLException {
        var texts = new String[3][limited.size()];
        for (int i = 0; i < limited.size(); i++) {
            texts[0][i] = limited.get(i).life().room().value();
            texts[1][i] = limited.get(i).life().life().value();
            texts[2][i] = limited.get(i).sender().value();
        }
        query.setObject(6, IntStream.range(0, limited.size()).toArray());
        query.setObject(7, texts[0]);
        query.setObject(8, texts[1]);
        query.setObject(9, texts[2]);
    }

    private static int[] asked(List<Append> batch, Map<RoomId, Head> heads) {
        return IntStream.range(0, batch.size())
                .filter(i -> mayRepeat(batch.get(i), heads))
                .toArray();
    }

    private static boolean mayRepeat(Append item, Map<RoomId, Head> heads) {
        var head = heads.get(item.room());
        return head != null && head.life().equals(item.terms().life());
    }

    private static String[] column(List<Append> batch, int[] asked, Function<Append, String> value) {
        var column = new String[asked.length];
        for (int i = 0; i < asked.length; i++) {
            column[i] = value.apply(batch.get(asked[i]));
        }
        return column;
    }

    private static FirstTries read(ResultSet rows, List<Append> batch, List<RoomSender> limited) throws SQLException {
        if (!rows.next() || rows.getInt(1) != -1) {
            throw new IllegalStateException("the table store has lost its row");
        }
        var now = new Moment(rows.getLong(3), rows.getLong(2));
        var tries = new ArrayList<@Nullable FirstTry>(Collections.nCopies(batch.size(), null));
        var senders = new HashMap<RoomSender, SenderMark>();
        while (rows.next()) {
            int item = rows.getInt(1);
            if (item < 0) {
                senders.put(limited.get(-2 - item), new SenderMark(rows.getLong(3), rows.getLong(2)));
            } else {
                tries.set(item, firstTry(rows, batch.get(item), now.generation()));
            }
        }
        return new FirstTries(now, tries, senders);
    }

    private static FirstTry firstTry(ResultSet row, Append item, long generation) throws SQLException {
        boolean trimmed = row.getString(6) == null;
        var epoch = new Epoch(generation, item.terms().life());
        return new FirstTry(
                new ContentHash(row.getLong(2)),
                row.getLong(3),
                row.getLong(11),
                trimmed ? null : Rows.event(item.room(), epoch, row, 3));
    }

    Moment now() {
        return now;
    }

    List<@Nullable FirstTry> tries() {
        return tries;
    }

    Map<RoomSender, SenderMark> senders() {
        return senders;
    }
}
