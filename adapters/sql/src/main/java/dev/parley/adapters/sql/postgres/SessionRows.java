package dev.parley.adapters.sql.postgres;

import dev.parley.adapters.sql.postgres.SessionDecision.RoomUser;
import dev.parley.adapters.sql.postgres.SessionRow.Slot;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.UserId;
import dev.parley.presence.SessionEntry;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Reads and writes rows of `session` in one transaction, in a fixed number of statements however many they are.
final class SessionRows {

    /// Rooms share so many locks: a transaction over many rooms must not take more of the database's lock table.
    private static final int LOCKS = 64;

    /// Tells these locks from others' on the same database.
    private static final int LOCK_SPACE = 0x7061726c;

    private static final String LOCK = "select pg_advisory_xact_lock(?, l) from unnest(?) as l";

    private static final String NOW = "select #now / 1000".replace("#now", PostgresDialect.NOW_MICROS);

    private static final String FIND = "select " + SessionRow.COLUMNS + """
             from unnest(?, ?) as a(room, session_id)
            join session s on s.room = a.room and s.session_id = a.session_id
            """;

    private static final String DEPARTING = """
            select a.room, a.user_id from unnest(?, ?) as a(room, user_id)
            where exists (select 1 from session s
                    where s.room = a.room and s.user_id = a.user_id and s.claimed_until is not null)
                or exists (select 1 from session s where s.room = a.room and s.vacates)
            """;

    private static final String KNOWN = """
            select a.room, a.user_id from unnest(?, ?) as a(room, user_id)
            where exists (select 1 from session s where s.room = a.room and s.user_id = a.user_id)
            """;

    private static final String PUT = """
            insert into session
            (room, session_id, epoch, user_id, name, node, leaves_at, cause, opened_at, last_of_user, vacates)
            select u.*, false, false from unnest(?, ?, ?, ?, ?, ?, ?, ?, ?) as u
            on conflict (room, session_id) do update
            set epoch = excluded.epoch, user_id = excluded.user_id, name = excluded.name, node = excluded.node,
                leaves_at = excluded.leaves_at, cause = excluded.cause, opened_at = excluded.opened_at
            """;

    private final Connection connection;

    SessionRows(Connection connection) {
        this.connection = connection;
    }

    /// Nobody else changes entries of these rooms until this transaction ends. Everybody takes the locks in one order.
    void lock(Collection<RoomId> rooms) throws SQLException {
        int[] locks = rooms.stream()
                .mapToInt(room -> Math.floorMod(room.hashCode(), LOCKS))
                .sorted()
                .distinct()
                .toArray();
        try (var statement = connection.prepareStatement(LOCK)) {
            statement.setInt(1, LOCK_SPACE);
            statement.setObject(2, locks);
            statement.executeQuery().close();
        }
    }

    /// The database's clock in ms.
    long now() throws SQLException {
        try (var query = connection.prepareStatement(NOW);
                var row = query.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    Map<Slot, SessionRow> find(Collection<Slot> slots) throws SQLException {
        var found = new HashMap<Slot, SessionRow>();
        try (var query = connection.prepareStatement(FIND)) {
            query.setObject(1, texts(slots, slot -> slot.room().value()));
            query.setObject(2, texts(slots, slot -> slot.session().value()));
            for (var row : read(query)) {
                found.put(Slot.of(row.entry().key()), row);
            }
        }
        return found;
    }

    static List<SessionRow> read(PreparedStatement query) throws SQLException {
        var found = new ArrayList<SessionRow>();
        try (var rows = query.executeQuery()) {
            while (rows.next()) {
                found.add(SessionRow.of(rows));
            }
        }
        return found;
    }

    /// Those of these about whom a leave is being written down, in their own name or the room's.
    Set<RoomUser> departing(Collection<RoomUser> users) throws SQLException {
        return those(DEPARTING, users);
    }

    /// Those of these who have rows; asks nothing about nobody.
    Set<RoomUser> known(Collection<RoomUser> users) throws SQLException {
        return users.isEmpty() ? Set.of() : those(KNOWN, users);
    }

    private Set<RoomUser> those(String condition, Collection<RoomUser> users) throws SQLException {
        var found = new HashSet<RoomUser>();
        try (var query = connection.prepareStatement(condition)) {
            query.setObject(1, texts(users, user -> user.room().value()));
            query.setObject(2, texts(users, user -> user.user().value()));
            try (var rows = query.executeQuery()) {
                while (rows.next()) {
                    found.add(new RoomUser(new RoomId(rows.getString(1)), new UserId(rows.getString(2))));
                }
            }
        }
        return found;
    }

    /// @param rows none of them departing
    void put(Collection<SessionRow> rows) throws SQLException {
        if (rows.isEmpty()) {
            return;
        }
        try (var insert = connection.prepareStatement(PUT)) {
            insert.setObject(1, texts(rows, row -> row.entry().key().room().value()));
            insert.setObject(2, texts(rows, row -> row.entry().key().session().value()));
            insert.setObject(
                    3,
                    rows.stream()
                            .mapToLong(row -> row.entry().key().epoch().value())
                            .toArray());
            insert.setObject(4, entries(rows, entry -> entry.user().value()));
            insert.setObject(5, entries(rows, SessionEntry::name));
            insert.setObject(6, entries(rows, entry -> entry.node().value()));
            insert.setObject(7, rows.stream().map(SessionRow::leavesAt).toArray(Long[]::new));
            insert.setObject(
                    8,
                    texts(rows, row -> row.cause() == null ? null : row.cause().wire()));
            insert.setObject(9, rows.stream().mapToLong(SessionRow::openedAt).toArray());
            insert.executeUpdate();
        }
    }

    private static @Nullable String[] entries(
            Collection<SessionRow> rows, Function<SessionEntry, @Nullable String> text) {
        return texts(rows, row -> text.apply(row.entry()));
    }

    static <T> @Nullable String[] texts(Collection<T> values, Function<T, @Nullable String> text) {
        return values.stream().map(text).toArray(String[]::new);
    }
}
