package dev.parley.adapters.sql.sqlite;

import dev.parley.adapters.sql.batch.Decided;
import dev.parley.adapters.sql.batch.Head;
import dev.parley.kernel.RoomId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Head rows as the writer's connection left them, so that rooms that are written to again and again are not
/// read each time. Thrown away after any failure, since it goes with its connection, and with everything but
/// appends.
///
/// At most [#MAX_ROOMS]; beyond that the room that was silent longest is read again.
final class KnownHeads {

    static final int MAX_ROOMS = 4_096;

    private final Map<RoomId, Head> heads = new LinkedHashMap<>(16, 0.75f, true);
    private final PreparedStatement dataVersion;
    private long version;

    KnownHeads(Connection connection) throws SQLException {
        this.dataVersion = connection.prepareStatement("pragma data_version");
    }

    /// To be called in each transaction before anything is asked. The version changes when another connection
    /// wrote: nobody should, but an operator with a tool of his own may.
    void check() throws SQLException {
        try (var row = dataVersion.executeQuery()) {
            row.next();
            if (row.getLong(1) != version) {
                version = row.getLong(1);
                heads.clear();
            }
        }
    }

    @Nullable
    Head get(RoomId room) {
        return heads.get(room);
    }

    void put(Head head) {
        heads.put(head.room(), head);
        if (heads.size() > MAX_ROOMS) {
            heads.remove(heads.keySet().iterator().next());
        }
    }

    void put(Decided decided) {
        decided.rooms().forEach((room, write) -> {
            if (write.head() == null) {
                heads.remove(room);
            } else {
                put(write.head());
            }
        });
    }

    void clear() {
        heads.clear();
    }
}
