package dev.parley.adapters.sql.postgres;

import dev.parley.adapters.sql.postgres.SessionDecision.RoomUser;
import dev.parley.kernel.NodeId;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.UserId;
import dev.parley.presence.Departure;
import dev.parley.presence.LeaveCause;
import dev.parley.presence.SessionKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// How entries end, in one transaction: those to be ended are looked for first, then their rooms are locked, then they
/// are looked for again, since a statement sees what was committed before it began and not what it waited for.
final class SessionDepartures {

    private static final String DUE_CONDITION =
            "s.leaves_at <= ? and (s.claimed_until is null or s.claimed_until <= ?) #more"
                    + " order by s.leaves_at, s.epoch limit ?";

    private static final String DUE_ROOMS = "select distinct d.room from (select s.room from session s where "
            + DUE_CONDITION.replace("#more", "") + ") d";

    private static final String DUE = "select " + SessionRow.COLUMNS + " from session s where "
            + DUE_CONDITION.replace("#more", "and s.room = any(?)");

    private static final String IN_ROOMS = """
            select a.room, (select count(*) from (
                select 1 from session s where s.room = a.room and s.claimed_until is null limit a.enough) c)
            from unnest(?, ?) as a(room, enough)
            """;

    private static final String OF_USERS = """
            select a.room, a.user_id, (
                select count(*) from session s
                where s.room = a.room and s.user_id = a.user_id and s.claimed_until is null)
            from unnest(?, ?) as a(room, user_id)
            """;

    private static final String CLAIM = """
            update session s set claimed_until = ?, last_of_user = u.last_of_user, vacates = u.vacates
            from unnest(?, ?, ?, ?) as u(room, session_id, last_of_user, vacates)
            where s.room = u.room and s.session_id = u.session_id
            """;

    private static final String ORPHAN_ROOMS =
            "select distinct o.room from (select s.room from session s where s.node = ? and s.leaves_at is null limit ?) o";

    private static final String ORPHAN = """
            update session set leaves_at = ?, cause = ?
            where leaves_at is null and (room, session_id) in (
                select s.room, s.session_id from session s
                where s.node = ? and s.leaves_at is null and s.room = any(?) limit ?)
            """;

    private static final String REMOVE = """
            delete from session s using unnest(?, ?, ?) as u(room, session_id, epoch)
            where s.room = u.room and s.session_id = u.session_id and s.epoch = u.epoch and s.claimed_until is not null
            """;

    private final Connection connection;
    private final SessionRows sessions;

    SessionDepartures(Connection connection) {
        this.connection = connection;
        this.sessions = new SessionRows(connection);
    }

    boolean orphan(NodeId node, Duration grace, int limit) throws SQLException {
        Set<RoomId> rooms = orphanRooms(node, limit);
        if (rooms.isEmpty()) {
            return false;
        }
        sessions.lock(rooms);
        try (var update = connection.prepareStatement(ORPHAN)) {
            update.setLong(1, sessions.now() + grace.toMillis());
            update.setString(2, LeaveCause.LEASE_EXPIRED.wire());
            update.setString(3, node.value());
            update.setObject(4, SessionRows.texts(rooms, RoomId::value));
            update.setInt(5, limit);
            return update.executeUpdate() == limit;
        }
    }

    private Set<RoomId> orphanRooms(NodeId node, int limit) throws SQLException {
        try (var query = connection.prepareStatement(ORPHAN_ROOMS)) {
            query.setString(1, node.value());
            query.setInt(2, limit);
            return rooms(query);
        }
    }

    private static Set<RoomId> rooms(PreparedStatement query) throws SQLException {
        var rooms = new HashSet<RoomId>();
        try (var rows = query.executeQuery()) {
            while (rows.next()) {
                rooms.add(new RoomId(rows.getString(1)));
            }
        }
        return rooms;
    }

    List<Departure> departing(int limit, Duration claim) throws SQLException {
        Set<RoomId> rooms = dueRooms(limit);
        if (rooms.isEmpty()) {
            return List.of();
        }
        sessions.lock(rooms);
        long now = sessions.now();
        List<SessionRow> due = depart(due(now, rooms, limit));
        claim(due, now + claim.toMillis());
        return due.stream().map(SessionRow::departure).toList();
    }

    private Set<RoomId> dueRooms(int limit) throws SQLException {
        long now = sessions.now();
        try (var query = connection.prepareStatement(DUE_ROOMS)) {
            query.setLong(1, now);
            query.setLong(2, now);
            query.setInt(3, limit);
            return rooms(query);
        }
    }

    private List<SessionRow> due(long now, Set<RoomId> rooms, int limit) throws SQLException {
        try (var query = connection.prepareStatement(DUE)) {
            query.setLong(1, now);
            query.setLong(2, now);
            query.setObject(3, SessionRows.texts(rooms, RoomId::value));
            query.setInt(4, limit);
            return SessionRows.read(query);
        }
    }

    /// In this order: of several that depart together the last one is told to be it.
    private List<SessionRow> depart(List<SessionRow> due) throws SQLException {
        List<SessionRow> beginning =
                due.stream().filter(row -> !row.departing()).toList();
        Map<RoomUser, Long> ofUsers = presentOfUsers(beginning);
        Map<RoomId, Long> inRooms = presentInRooms(beginning);
        List<SessionRow> told = new ArrayList<>();
        for (var row : due) {
            if (!row.departing()) {
                boolean last = ofUsers.merge(user(row), -1L, Long::sum) == 0;
                boolean vacates = inRooms.merge(room(row), -1L, Long::sum) == 0;
                told.add(row.departing(last, vacates));
            } else {
                told.add(row);
            }
        }
        return told;
    }

    private static RoomId room(SessionRow row) {
        return row.entry().key().room();
    }

    private static RoomUser user(SessionRow row) {
        return new RoomUser(room(row), row.entry().user());
    }

    private Map<RoomUser, Long> presentOfUsers(List<SessionRow> rows) throws SQLException {
        var users = rows.stream().map(SessionDepartures::user).distinct().toList();
        var found = new HashMap<RoomUser, Long>();
        try (var query = connection.prepareStatement(OF_USERS)) {
            query.setObject(1, SessionRows.texts(users, user -> user.room().value()));
            query.setObject(2, SessionRows.texts(users, user -> user.user().value()));
            try (var answer = query.executeQuery()) {
                while (answer.next()) {
                    found.put(
                            new RoomUser(new RoomId(answer.getString(1)), new UserId(answer.getString(2))),
                            answer.getLong(3));
                }
            }
        }
        return found;
    }

    /// Counted as far as it matters: whether more are there than depart.
    private Map<RoomId, Long> presentInRooms(List<SessionRow> rows) throws SQLException {
        var departing = new HashMap<RoomId, Long>();
        rows.forEach(row -> departing.merge(room(row), 1L, Long::sum));
        var found = new HashMap<RoomId, Long>();
        try (var query = connection.prepareStatement(IN_ROOMS)) {
            var rooms = List.copyOf(departing.keySet());
            query.setObject(1, SessionRows.texts(rooms, RoomId::value));
            query.setObject(
                    2,
                    rooms.stream()
                            .mapToLong(room -> departing.getOrDefault(room, 0L) + 1)
                            .toArray());
            try (var answer = query.executeQuery()) {
                while (answer.next()) {
                    found.put(new RoomId(answer.getString(1)), answer.getLong(2));
                }
            }
        }
        return found;
    }

    private void claim(List<SessionRow> rows, long until) throws SQLException {
        try (var update = connection.prepareStatement(CLAIM)) {
            update.setLong(1, until);
            update.setObject(2, SessionRows.texts(rows, row -> room(row).value()));
            update.setObject(
                    3,
                    SessionRows.texts(rows, row -> row.entry().key().session().value()));
            boolean[] last = new boolean[rows.size()];
            boolean[] vacates = new boolean[rows.size()];
            for (int i = 0; i < last.length; i++) {
                last[i] = rows.get(i).last();
                vacates[i] = rows.get(i).vacates();
            }
            update.setObject(4, last);
            update.setObject(5, vacates);
            update.executeUpdate();
        }
    }

    /// Without a lock: nothing is decided by it that anybody else has seen.
    void remove(List<SessionKey> keys) throws SQLException {
        try (var delete = connection.prepareStatement(REMOVE)) {
            delete.setObject(1, SessionRows.texts(keys, key -> key.room().value()));
            delete.setObject(2, SessionRows.texts(keys, key -> key.session().value()));
            delete.setObject(
                    3, keys.stream().mapToLong(key -> key.epoch().value()).toArray());
            delete.executeUpdate();
        }
    }
}
