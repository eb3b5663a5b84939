package dev.parley.adapters.sql.postgres;

import dev.parley.adapters.sql.batch.Head;
import dev.parley.adapters.sql.store.Rows;
import dev.parley.kernel.RoomId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Locks the head rows of a batch in the order of their ids, the order in which everybody does.
final class HeadLocks {

    private static final String WAITING =
            "select " + Rows.HEAD_COLUMNS + " from room_head where room = any(?) order by room for no key update";

    private static final String SKIPPING = WAITING + " skip locked";

    private static final String EXISTING = "select room from room_head where room = any(?)";

    private final Map<RoomId, Head> heads;
    private final Set<RoomId> held;

    private HeadLocks(Map<RoomId, Head> heads, Set<RoomId> held) {
        this.heads = heads;
        this.held = held;
    }

    /// @param skipHeld leave out rooms that others hold instead of waiting for them
    static HeadLocks take(Connection connection, Collection<RoomId> rooms, boolean skipHeld) throws SQLException {
        var heads = new HashMap<RoomId, Head>();
        try (var query = connection.prepareStatement(skipHeld ? SKIPPING : WAITING)) {
            query.setObject(1, array(rooms));
            try (var rows = query.executeQuery()) {
                while (rows.next()) {
                    var head = Rows.head(rows);
                    heads.put(head.room(), head);
                }
            }
        }
        return new HeadLocks(heads, skipHeld ? held(connection, rooms, heads) : Set.of());
    }

    /// A room that was left out but is there has another holder. (One that was created in between counts as
    /// held too; one that was destroyed in between is not there.)
    private static Set<RoomId> held(Connection connection, Collection<RoomId> rooms, Map<RoomId, Head> heads)
            throws SQLException {
        var missing = new TreeSet<>(rooms);
        missing.removeAll(heads.keySet());
        var held = new HashSet<RoomId>();
        if (missing.isEmpty()) {
            return held;
        }
        try (var query = connection.prepareStatement(EXISTING)) {
            query.setObject(1, array(missing));
            try (var rows = query.executeQuery()) {
                while (rows.next()) {
                    held.add(new RoomId(rows.getString(1)));
                }
            }
        }
        return held;
    }

    private static String[] array(Collection<RoomId> rooms) {
        return rooms.stream().map(RoomId::value).toArray(String[]::new);
    }

    Map<RoomId, Head> heads() {
        return heads;
    }

    Set<RoomId> held() {
        return held;
    }
}
