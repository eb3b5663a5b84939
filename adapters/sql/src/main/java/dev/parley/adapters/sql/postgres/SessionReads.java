package dev.parley.adapters.sql.postgres;

import dev.parley.kernel.NodeId;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.UserId;
import dev.parley.presence.Occupancy;
import dev.parley.presence.PresencePage;
import dev.parley.presence.PresentUser;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Questions about `session`, one statement each.
final class SessionReads {

    /// From one node to the next in the index, instead of through all entries.
    private static final String NODES = """
            with recursive n(node) as (
                (select s.node from session s where s.leaves_at is null order by s.node limit 1)
                union all
                select (select s.node from session s where s.leaves_at is null and s.node > n.node
                    order by s.node limit 1)
                from n where n.node is not null)
            select node from n where node is not null
            """;

    private static final String PAGE = """
            select o.sessions, o.users, #now / 1000, u.user_id, u.name, u.sessions
            from (select count(*) as sessions, count(distinct user_id) as users
                from session where room = ? and claimed_until is null) o
            left join (
                select user_id, max(name) as name, count(*) as sessions
                from session where room = ? and claimed_until is null and user_id > ?
                group by user_id order by user_id limit ?) u on true
            order by u.user_id
            """.replace("#now", PostgresDialect.NOW_MICROS);

    private static final String OCCUPANCY = """
            select a.room, count(s.session_id), count(distinct s.user_id), #now / 1000
            from unnest(?) as a(room)
            left join session s on s.room = a.room and s.claimed_until is null
            group by a.room
            """.replace("#now", PostgresDialect.NOW_MICROS);

    private static final String HOLDERS =
            "select distinct room, node from session where room = any(?) and claimed_until is null";

    private SessionReads() {}

    static Set<NodeId> nodes(Connection connection) throws SQLException {
        var nodes = new HashSet<NodeId>();
        try (var query = connection.prepareStatement(NODES);
                var rows = query.executeQuery()) {
            while (rows.next()) {
                nodes.add(new NodeId(rows.getString(1)));
            }
        }
        return nodes;
    }

    static PresencePage page(Connection connection, RoomId room, @Nullable UserId after, int limit)
            throws SQLException {
        try (var query = connection.prepareStatement(PAGE)) {
            query.setString(1, room.value());
            query.setString(2, room.value());
            query.setString(3, after == null ? "" : after.value());
            query.setInt(4, limit + 1);
            try (var rows = query.executeQuery()) {
                rows.next();
                var occupancy = new Occupancy(rows.getLong(1), rows.getLong(2), rows.getLong(3));
                List<PresentUser> users = users(rows);
                boolean more = users.size() > limit;
                return new PresencePage(occupancy, more ? users.subList(0, limit) : users, more);
            }
        }
    }

    private static List<PresentUser> users(ResultSet rows) throws SQLException {
        var users = new ArrayList<PresentUser>();
        do {
            String user = rows.getString(4);
            if (user != null) {
                users.add(new PresentUser(new UserId(user), rows.getString(5), rows.getInt(6)));
            }
        } while (rows.next());
        return users;
    }

    static Map<RoomId, Occupancy> occupancy(Connection connection, Collection<RoomId> rooms) throws SQLException {
        var found = new HashMap<RoomId, Occupancy>();
        try (var query = connection.prepareStatement(OCCUPANCY)) {
            query.setObject(1, SessionRows.texts(rooms, RoomId::value));
            try (var rows = query.executeQuery()) {
                while (rows.next()) {
                    found.put(
                            new RoomId(rows.getString(1)),
                            new Occupancy(rows.getLong(2), rows.getLong(3), rows.getLong(4)));
                }
            }
        }
        return found;
    }

    static Map<RoomId, Set<NodeId>> holders(Connection connection, Collection<RoomId> rooms) throws SQLException {
        var found = new HashMap<RoomId, Set<NodeId>>();
        try (var query = connection.prepareStatement(HOLDERS)) {
            query.setObject(1, SessionRows.texts(rooms, RoomId::value));
            try (var rows = query.executeQuery()) {
                while (rows.next()) {
                    found.computeIfAbsent(new RoomId(rows.getString(1)), _ -> new HashSet<>())
                            .add(new NodeId(rows.getString(2)));
                }
            }
        }
        return found;
    }
}
