package dev.parley.adapters.sql.postgres;

import dev.parley.log.spi.StoreNotOpenedException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Asks the database at start whether it keeps what it acknowledges.
final class SafetyCheck {

    private static final Logger logger = LoggerFactory.getLogger(SafetyCheck.class);

    /// A standby whose mode may not be read counts as one that lags.
    private static final String SETTINGS = """
            select current_setting('fsync'), current_setting('synchronous_commit'), current_setting('full_page_writes'),
                   current_setting('server_encoding'), pg_is_in_recovery(),
                   (select count(*) from pg_stat_replication
                    where sync_state is null or sync_state not in ('sync', 'quorum'))
            """;

    private final PostgresSettings settings;

    SafetyCheck(PostgresSettings settings) {
        this.settings = settings;
    }

    /// @return whether what the database acknowledges survives its crash; if not, that was accepted
    /// @throws StoreNotOpenedException when the store cannot be used as it is
    boolean run(Connection connection) throws SQLException {
        try (var query = connection.createStatement();
                var row = query.executeQuery(SETTINGS)) {
            row.next();
            refuseUnusable(row);
            boolean safe = refuseUnsafe(row);
            warnOfStandbys(row);
            return safe;
        }
    }

    private void refuseUnusable(ResultSet row) throws SQLException {
        if (!row.getString(4).equals("UTF8")) {
            throw new StoreNotOpenedException("The database at " + settings.place() + " is encoded in "
                    + row.getString(4) + ": Parley needs one created with encoding UTF8.");
        }
        if (row.getBoolean(5)) {
            throw new StoreNotOpenedException("The database at " + settings.place()
                    + " is a standby, which cannot be written: let parley.postgres.url name the primary.");
        }
    }

    private boolean refuseUnsafe(ResultSet row) throws SQLException {
        List<String> unsafe = new ArrayList<>();
        if (!row.getString(1).equals("on")) {
            unsafe.add("fsync=" + row.getString(1));
        }
        if (row.getString(2).equals("off")) {
            unsafe.add("synchronous_commit=off");
        }
        if (!row.getString(3).equals("on")) {
            unsafe.add("full_page_writes=" + row.getString(3));
        }
        if (unsafe.isEmpty()) {
            return true;
        }
        String sentence = "PostgreSQL at " + settings.place() + " runs with " + String.join(", ", unsafe)
                + ", so that acknowledged messages may be lost in a crash";
        if (!settings.acceptUnsafe()) {
            throw new StoreNotOpenedException(
                    sentence + ": switch that on, or accept it with parley.postgres.accept-unsafe=true.");
        }
        logger.warn("{} (accepted by parley.postgres.accept-unsafe)", sentence);
        return false;
    }

    private static void warnOfStandbys(ResultSet row) throws SQLException {
        long lagging = row.getLong(6);
        if (lagging > 0) {
            logger.warn(
                    "PostgreSQL has {} asynchronous standby(s): a failover to one of them can lose acknowledged messages",
                    lagging);
        }
    }
}
