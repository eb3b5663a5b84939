package dev.parley.faults;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.sqlite.SQLiteConfig;

/// The log as its tables have it, in one snapshot, read past the server.
///
/// @param rows ordered by room, life and seq
record StoredLog(List<Row> rows, List<Head> heads) {

    private static final String ROWS = """
            select room, life, seq, sender, client_msg_id, type, data, ts
            from message
            order by room, life, seq
            """;

    private static final String HEADS = "select room, life, first_seq, last_seq from room_head order by room";

    /// Which log a row or a head belongs to.
    record Log(String room, String life) {}

    record Row(Log log, long seq, String sender, String clientMsgId, String type, String data, long ts) {

        Message.Key key() {
            return new Message.Key(log.room(), sender, clientMsgId);
        }

        /// Written by the server itself.
        boolean system() {
            return type.startsWith("room.");
        }
    }

    record Head(Log log, long first, long last) {}

    /// Of a SQLite file that a server may be writing to.
    static StoredLog ofSqlite(Path file) throws SQLException {
        var config = new SQLiteConfig();
        config.setReadOnly(true);
        config.setBusyTimeout(5_000);
        try (var connection = config.createConnection("jdbc:sqlite:" + file)) {
            connection.setAutoCommit(false);
            return read(connection);
        }
    }

    static StoredLog ofPostgres(String url, String user) throws SQLException {
        try (var connection = connect(url, user)) {
            connection.setAutoCommit(false);
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            return read(connection);
        }
    }

    /// @param url `postgresql://…`
    static Connection connect(String url, String user) throws SQLException {
        var properties = new Properties();
        properties.setProperty("user", user);
        properties.setProperty("connectTimeout", "5");
        properties.setProperty("socketTimeout", "60");
        return DriverManager.getConnection("jdbc:" + url, properties);
    }

    private static StoredLog read(Connection connection) throws SQLException {
        var rows = new ArrayList<Row>();
        var heads = new ArrayList<Head>();
        try (var statement = connection.createStatement()) {
            statement.setFetchSize(1_000);
            try (var result = statement.executeQuery(HEADS)) {
                while (result.next()) {
                    heads.add(new Head(log(result), result.getLong(3), result.getLong(4)));
                }
            }
            try (var result = statement.executeQuery(ROWS)) {
                while (result.next()) {
                    rows.add(row(result));
                }
            }
        }
        return new StoredLog(rows, heads);
    }

    private static Log log(ResultSet result) throws SQLException {
        return new Log(result.getString(1), result.getString(2));
    }

    private static Row row(ResultSet result) throws SQLException {
        return new Row(
                log(result),
                result.getLong(3),
                result.getString(4),
                result.getString(5),
                result.getString(6),
                result.getString(7),
                result.getLong(8));
    }
}
