package dev.parley.adapters.sql.copy;

import dev.parley.log.spi.StoreNotOpenedException;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Two tables that are there only while they say something: one in a store that a copy has not filled yet, one in a
/// store that was moved away. A server opens neither.
public final class CopyMarks {

    static final String PROGRESS = "copy_progress";
    private static final String MOVED = "store_moved";

    /// By so much, and by up to [#PARTED] more, a generation rises when a store that was moved away is used
    /// again. The other one's rises by one at a time, and a store may be parted from more than one other: no
    /// two of them may meet at the same.
    private static final int APART = 1_000;

    private static final int PARTED = 1 << 30;

    private static final Logger log = LoggerFactory.getLogger(CopyMarks.class);

    /// Where a store went.
    ///
    /// @param copy which run did it
    record Moved(String copy, String place, Instant at) {}

    private CopyMarks() {}

    /// To be called before a store is opened for a server, on a connection that commits each statement.
    ///
    /// @param place the store's, for people
    /// @param acceptMoved use a store that was moved away, which becomes another one by that
    /// @throws StoreNotOpenedException when it must not be used
    public static void check(Connection connection, String place, boolean acceptMoved) throws SQLException {
        if (exists(connection, PROGRESS)) {
            throw new StoreNotOpenedException("The store at " + place
                    + " holds a copy that is not complete: run the same ./parley copy again, until it says so.");
        }
        Optional<Moved> moved = moved(connection);
        if (moved.isPresent() && !acceptMoved) {
            throw new StoreNotOpenedException(
                    "The store at " + place + " was moved to " + moved.get().place() + " at "
                            + moved.get().at().truncatedTo(ChronoUnit.SECONDS)
                            + ": start with that one, or use this one all the same, as another one from now on, with"
                            + " parley.accept-moved-store=true.");
        }
        if (moved.isPresent()) {
            part(connection, moved.get());
        }
    }

    private static void part(Connection connection, Moved moved) throws SQLException {
        int by = APART + new SecureRandom().nextInt(PARTED);
        try (var statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.executeUpdate("update store set generation = generation + " + by);
            statement.executeUpdate("drop table " + MOVED);
            connection.commit();
        } finally {
            connection.setAutoCommit(true);
        }
        log.warn(
                "THIS STORE WAS MOVED TO {} AND IS USED ALL THE SAME (parley.accept-moved-store): from now on the two are"
                        + " different stores. Its generation rises; clients are told to load their rooms anew.",
                moved.place());
    }

    static Optional<Moved> moved(Connection connection) throws SQLException {
        if (!exists(connection, MOVED)) {
            return Optional.empty();
        }
        try (var query = connection.createStatement();
                var row = query.executeQuery("select copy, place, moved_at from " + MOVED)) {
            return row.next()
                    ? Optional.of(new Moved(row.getString(1), row.getString(2), Instant.ofEpochMilli(row.getLong(3))))
                    : Optional.empty();
        }
    }

    /// In the transaction under way.
    static void putMoved(Connection connection, Moved moved) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.executeUpdate("create table " + MOVED
                    + " (copy text not null primary key, place text not null, moved_at bigint not null)");
        }
        try (var insert =
                connection.prepareStatement("insert into " + MOVED + " (copy, place, moved_at) values (?, ?, ?)")) {
            insert.setString(1, moved.copy());
            insert.setString(2, moved.place());
            insert.setLong(3, moved.at().toEpochMilli());
            insert.executeUpdate();
        }
    }

    /// In the transaction under way.
    static void dropMoved(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.executeUpdate("drop table if exists " + MOVED);
        }
    }

    static boolean exists(Connection connection, String table) throws SQLException {
        try (var tables = connection.getMetaData().getTables(null, connection.getSchema(), table, null)) {
            return tables.next();
        }
    }
}
