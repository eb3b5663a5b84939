package dev.parley.adapters.sql.store;

import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import dev.parley.kernel.UserId;
import dev.parley.lifecycle.LifecycleEntry;
import dev.parley.lifecycle.LifecycleKind;
import dev.parley.lifecycle.LifecyclePage;
import dev.parley.lifecycle.LifecycleRow;
import dev.parley.lifecycle.OnlineUser;
import dev.parley.lifecycle.Visitor;
import dev.parley.presence.ConnectionEpoch;
import dev.parley.presence.LeaveCause;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads the lifecycle log; each call is one statement, so one snapshot.
final class LifecycleReads {

    /// Positions rise by one, so a page is a range of them. The counter comes along when it is empty.
    private static final String PAGE = """
            select l.room, l.user_id, l.name, l.session_id, l.epoch, l.pos, l.ts, l.kind, l.cause, c.first_pos, c.last_pos
            from lifecycle_counter c
            left join lifecycle l on l.pos > coalesce(#after, c.first_pos - 1)
                and l.pos <= coalesce(#after, c.first_pos - 1) + #limit
            where c.id = 1
            order by l.pos
            """;

    /// The condition on the kinds is that of an index.
    private static final String ONLINE = """
            select l.room, l.user_id, l.name, l.session_id, l.epoch
            from lifecycle l
            where l.kind in ('online', 'offline') and l.kind = 'online' and (l.room, l.user_id) > (?, ?)
                and not exists (
                    select 1 from lifecycle n
                    where n.room = l.room and n.user_id = l.user_id and n.pos > l.pos
                        and n.kind in ('online', 'offline'))
            order by l.room, l.user_id
            limit ?
            """;

    private LifecycleReads() {}

    static LifecyclePage page(Connection connection, @Nullable Long after, int limit) throws SQLException {
        String sql = PAGE.replace("#after", "cast(? as bigint)").replace("#limit", "?");
        try (var query = connection.prepareStatement(sql)) {
            for (int parameter : List.of(1, 2)) {
                if (after == null) {
                    query.setNull(parameter, Types.BIGINT);
                } else {
                    query.setLong(parameter, after);
                }
            }
            query.setLong(3, limit);
            try (var rows = query.executeQuery()) {
                return page(after, rows);
            }
        }
    }

    private static LifecyclePage page(@Nullable Long after, ResultSet rows) throws SQLException {
        if (!rows.next()) {
            throw new IllegalStateException("the lifecycle log has no counter");
        }
        long first = rows.getLong(10);
        long head = rows.getLong(11);
        if (after != null && after > head) {
            return new LifecyclePage.Ahead(first, head);
        }
        if (after != null && after < first - 1) {
            return new LifecyclePage.Expired(first, head);
        }
        var found = new ArrayList<LifecycleRow>();
        do {
            if (rows.getLong(6) > 0) {
                found.add(row(rows));
            }
        } while (rows.next());
        return new LifecyclePage.Rows(found, first, head);
    }

    private static LifecycleRow row(ResultSet row) throws SQLException {
        String cause = row.getString(9);
        boolean ofSession = row.getString(4) != null;
        return new LifecycleRow(
                row.getLong(6),
                row.getLong(7),
                new LifecycleEntry(
                        LifecycleKind.of(row.getString(8)),
                        new RoomId(row.getString(1)),
                        ofSession ? visitor(row) : null,
                        cause == null ? null : LeaveCause.of(cause)));
    }

    private static Visitor visitor(ResultSet row) throws SQLException {
        return new Visitor(
                new UserId(row.getString(2)),
                row.getString(3),
                new SessionId(row.getString(4)),
                new ConnectionEpoch(row.getLong(5)));
    }

    static List<OnlineUser> online(Connection connection, @Nullable OnlineUser after, int limit) throws SQLException {
        try (var query = connection.prepareStatement(ONLINE)) {
            query.setString(1, after == null ? "" : after.room().value());
            query.setString(2, after == null ? "" : after.visitor().user().value());
            query.setInt(3, limit);
            var found = new ArrayList<OnlineUser>();
            try (var rows = query.executeQuery()) {
                while (rows.next()) {
                    found.add(new OnlineUser(new RoomId(rows.getString(1)), visitor(rows)));
                }
            }
            return found;
        }
    }
}
