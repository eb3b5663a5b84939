package dev.parley.adapters.sql.postgres;

import dev.parley.adapters.sql.batch.Head;
import dev.parley.adapters.sql.batch.RoomLife;
import dev.parley.adapters.sql.store.Rows;
import dev.parley.adapters.sql.store.SettingsColumns;
import dev.parley.kernel.Life;
import dev.parley.kernel.RoomId;
import dev.parley.log.Append;
import dev.parley.log.StateChange.CreateRoom;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// The rooms that a batch proposes to create. Their rows are made before anything is locked, so that of
/// several transactions one makes them and the others wait for it; what the batch then does not create is
/// removed again.
final class Creation {

    private static final String INSERT_ROOM = """
            insert into room (#settings, id, created_at) values (#values, ?, #now / 1000)
            on conflict do nothing
            """.replace("#settings", SettingsColumns.LIST)
            .replace("#values", SettingsColumns.VALUES)
            .replace("#now", PostgresDialect.NOW_MICROS);

    private static final String INSERT_HEAD = """
            insert into room_head (#columns) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """.replace("#columns", Rows.HEAD_COLUMNS);

    private static final String ENDED = """
            select e.room, e.life from unnest(?, ?) as a(room, life)
            join ended_life e on e.room = a.room and e.life = a.life
            """;

    private final SortedMap<RoomId, CreateRoom> proposed = new TreeMap<>();
    private final List<RoomLife> lives = new ArrayList<>();

    /// @param held rooms to leave alone
    Creation(List<Append> batch, Set<RoomId> held) {
        for (var item : batch) {
            if (item.change() instanceof CreateRoom creation && !held.contains(item.room())) {
                proposed.putIfAbsent(item.room(), creation);
                lives.add(new RoomLife(item.room(), creation.life()));
            }
        }
    }

    /// Makes the rows of the rooms that do not exist, in the order of their ids.
    ///
    /// @return those it made
    Map<RoomId, CreateRoom> createMissing(Connection connection) throws SQLException {
        var created = new TreeMap<RoomId, CreateRoom>();
        if (proposed.isEmpty()) {
            return created;
        }
        try (var insert = connection.prepareStatement(INSERT_ROOM)) {
            for (var entry : proposed.entrySet()) {
                SettingsColumns.bind(insert, entry.getValue().settings());
                insert.setString(SettingsColumns.NEXT, entry.getKey().value());
                insert.addBatch();
            }
            int[] counts = insert.executeBatch();
            int i = 0;
            for (var entry : proposed.entrySet()) {
                if (counts[i++] > 0) {
                    created.put(entry.getKey(), entry.getValue());
                }
            }
        }
        insertHeads(connection, created);
        return created;
    }

    private static void insertHeads(Connection connection, Map<RoomId, CreateRoom> created) throws SQLException {
        if (created.isEmpty()) {
            return;
        }
        try (var insert = connection.prepareStatement(INSERT_HEAD)) {
            for (var entry : created.entrySet()) {
                bind(insert, Head.ofNew(entry.getKey(), entry.getValue()));
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    private static void bind(PreparedStatement insert, Head row) throws SQLException {
        insert.setString(1, row.room().value());
        insert.setString(2, row.life().value());
        insert.setInt(3, row.kind().ordinal());
        insert.setLong(4, row.version());
        insert.setLong(5, row.rules());
        insert.setLong(6, row.first());
        insert.setLong(7, row.last());
        insert.setLong(8, row.lastTs());
        insert.setLong(9, row.messages());
        insert.setLong(10, row.buckets().inbound());
        insert.setLong(11, row.buckets().low());
        insert.setLong(12, row.buckets().allowlist());
        insert.setLong(13, row.buckets().critical());
    }

    /// Those proposed lives that were destroyed already.
    Set<RoomLife> ended(Connection connection) throws SQLException {
        var ended = new HashSet<RoomLife>();
        if (lives.isEmpty()) {
            return ended;
        }
        try (var query = connection.prepareStatement(ENDED)) {
            query.setObject(1, lives.stream().map(life -> life.room().value()).toArray(String[]::new));
            query.setObject(2, lives.stream().map(life -> life.life().value()).toArray(String[]::new));
            try (var rows = query.executeQuery()) {
                while (rows.next()) {
                    ended.add(new RoomLife(new RoomId(rows.getString(1)), new Life(rows.getString(2))));
                }
            }
        }
        return ended;
    }
}
