package dev.parley.faults;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.TreeSet;

/// Which rooms a server's database sessions have locked: their head rows carry the transaction that holds them.
final class HeldRooms {

    private static final String HELD = """
            select h.room
            from room_head h
            join pg_locks l on l.locktype = 'transactionid' and l.granted and l.transactionid = h.xmax
            join pg_stat_activity a on a.pid = l.pid
            where a.usename = ?
            """;

    private HeldRooms() {}

    /// @param user as whom that server, and no other, connects
    static Set<String> of(Connection connection, String user) throws SQLException {
        var rooms = new TreeSet<String>();
        try (var statement = connection.prepareStatement(HELD)) {
            statement.setString(1, user);
            try (var result = statement.executeQuery()) {
                while (result.next()) {
                    rooms.add(result.getString(1));
                }
            }
        }
        return rooms;
    }
}
