package dev.parley.adapters.sql.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Notices that a connection has reached another cluster, or another timeline of it, than the one the
/// store's generation belongs to: then committed events may be gone, and the generation rises. Of several
/// servers that notice it one raises.
final class ClusterWatch {

    private static final Logger logger = LoggerFactory.getLogger(ClusterWatch.class);

    /// @param system identifies the cluster since its creation
    /// @param timeline rises when a standby was promoted or a copy was recovered
    private record Identity(String system, long timeline) {}

    private static final String IDENTITY = """
            select system_identifier::text, substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)
            from pg_control_system()
            """;

    /// The comparison is made again on the newest row when another server was faster.
    private static final String RAISE = """
            update store set generation = generation + 1, system_identifier = ?, timeline = ?
            where system_identifier is not null and (system_identifier, timeline) <> (?, ?)
            """;

    private static final String REMEMBER =
            "update store set system_identifier = ?, timeline = ? where system_identifier is null";

    private final AtomicReference<@Nullable Identity> known = new AtomicReference<>();
    private final AtomicBoolean saidUnknown = new AtomicBoolean();

    /// On a new connection that commits each statement.
    void check(Connection connection) throws SQLException {
        var identity = identity(connection);
        if (identity != null && !identity.equals(known.get())) {
            settle(connection, identity);
            known.set(identity);
        }
    }

    private @Nullable Identity identity(Connection connection) {
        try (var query = connection.createStatement();
                var row = query.executeQuery(IDENTITY)) {
            row.next();
            return new Identity(row.getString(1), Long.parseLong(row.getString(2), 16));
        } catch (SQLException e) {
            if (!saidUnknown.getAndSet(true)) {
                logger.warn(
                        "PostgreSQL does not tell which cluster it is ({}): after a restore or a failover that lost"
                                + " events, run `./parley new-epoch`",
                        e.getMessage());
            }
            return null;
        }
    }

    private static void settle(Connection connection, Identity identity) throws SQLException {
        if (update(connection, RAISE, identity, true)) {
            logger.warn(
                    "THE STORE IS NOW ON CLUSTER {}, TIMELINE {}, another one than before: it was restored or has failed"
                            + " over, and committed events may be gone. Its generation rises; clients are told to load"
                            + " their rooms anew.",
                    identity.system(),
                    identity.timeline());
        }
        update(connection, REMEMBER, identity, false);
    }

    private static boolean update(Connection connection, String sql, Identity identity, boolean compares)
            throws SQLException {
        try (var update = connection.prepareStatement(sql)) {
            update.setString(1, identity.system());
            update.setLong(2, identity.timeline());
            if (compares) {
                update.setString(3, identity.system());
                update.setLong(4, identity.timeline());
            }
            return update.executeUpdate() > 0;
        }
    }
}
