package dev.parley.adapters.sql.postgres;

import dev.parley.adapters.sql.batch.FirstTry;
import dev.parley.adapters.sql.batch.Head;
import dev.parley.adapters.sql.batch.Moment;
import dev.parley.adapters.sql.store.Rows;
import dev.parley.kernel.Epoch;
import dev.parley.kernel.RoomId;
import dev.parley.log.Append;
import dev.parley.log.ContentHash;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Finds the repeats of a batch, and in the same statement what time it is and in which generation: it
/// begins after the locks were taken, so both are as new as the heads.
final class FirstTries {

    /// The room is compared in a way no index serves: the planner, which knows nothing of new tables, must
    /// not think of walking through the room's rows.
    ///
    /// The first row is the store's: its generation in the place of a hash, its clock in the place of a
    /// seq.
    private static final String SQL = """
            with asked as (
                select * from unnest(?, ?, ?, ?, ?) as a(item, room, life, sender, client_msg_id))
            select -1 as item, generation as hash, #now as seq, null as sender, null as sender_name,
                   null as client_msg_id, null as type, null::smallint as tier, null as data, null::bigint as ref,
                   null::bigint as ts, null::bigint as expires_at
            from store
            union all
            select a.item, m.hash, m.seq, m.sender, m.sender_name, m.client_msg_id, m.type, m.tier, m.data, m.ref, m.ts,
                   m.expires_at
            from asked a join message m using (life, sender, client_msg_id) where m.room || '' = a.room
            union all
            select a.item, d.hash, d.seq, null, null, null, null, null, null, null, d.ts, null
            from asked a join dedupe d using (life, sender, client_msg_id) where d.room || '' = a.room
            """.replace("#now", PostgresDialect.NOW_MICROS);

    private final Moment now;
    private final List<@Nullable FirstTry> tries;

    private FirstTries(Moment now, List<@Nullable FirstTry> tries) {
        this.now = now;
        this.tries = tries;
    }

    static FirstTries find(Connection connection, List<Append> batch, Map<RoomId, Head> heads) throws SQLException {
        int[] asked = asked(batch, heads);
        try (var query = connection.prepareStatement(SQL)) {
            query.setObject(1, asked);
            query.setObject(2, column(batch, asked, item -> item.room().value()));
            query.setObject(3, column(batch, asked, item -> item.terms().life().value()));
            query.setObject(
                    4, column(batch, asked, item -> item.author().sender().value()));
            query.setObject(5, column(batch, asked, item -> item.clientMsgId().value()));
            try (var rows = query.executeQuery()) {
                return read(rows, batch);
            }
        }
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

    private static FirstTries read(ResultSet rows, List<Append> batch) throws SQLException {
        if (!rows.next() || rows.getInt(1) != -1) {
            throw new IllegalStateException("the table store has lost its row");
        }
        var now = new Moment(rows.getLong(3), rows.getLong(2));
        var tries = new ArrayList<@Nullable FirstTry>(Collections.nCopies(batch.size(), null));
        while (rows.next()) {
            int item = rows.getInt(1);
            tries.set(item, firstTry(rows, batch.get(item), now.generation()));
        }
        return new FirstTries(now, tries);
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
}
