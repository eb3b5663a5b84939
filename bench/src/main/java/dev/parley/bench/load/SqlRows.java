package dev.parley.bench.load;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import java.util.function.Consumer;

/// Reads the log by plain SQL on a connection of its own, past everything that wrote it.
public final class SqlRows {

    private static final int FETCHED_AT_ONCE = 5_000;

    /// Ids are compared as bytes by both databases, and no id goes on with a `~` after the prefix.
    private static final String QUERY = """
            select room, seq, client_msg_id, data from message
            where room >= ? and room < ?
            order by room, life, seq
            """;

    private final String url;
    private final Properties properties;

    /// @param url of JDBC
    public SqlRows(String url, Properties properties) {
        this.url = url;
        this.properties = properties;
    }

    /// All messages of the rooms whose ids begin so, by room and seq.
    public void read(String prefix, Consumer<Row> each) {
        try (Connection connection = DriverManager.getConnection(url, properties)) {
            // Otherwise PostgreSQL's driver fetches everything at once.
            connection.setAutoCommit(false);
            read(connection, prefix, each);
        } catch (SQLException e) {
            throw new IllegalStateException("the log cannot be read: " + e.getMessage(), e);
        }
    }

    private static void read(Connection connection, String prefix, Consumer<Row> each) throws SQLException {
        try (var query = connection.prepareStatement(QUERY)) {
            query.setFetchSize(FETCHED_AT_ONCE);
            query.setString(1, prefix);
            query.setString(2, prefix + "~");
            try (var rows = query.executeQuery()) {
                while (rows.next()) {
                    each.accept(new Row(rows.getString(1), rows.getLong(2), rows.getString(3), rows.getString(4)));
                }
            }
        }
    }

    /// The first column of a statement's only row.
    public String ask(String sql) {
        try (Connection connection = DriverManager.getConnection(url, properties);
                var statement = connection.createStatement();
                var row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        } catch (SQLException e) {
            throw new IllegalStateException("the store cannot be asked: " + e.getMessage(), e);
        }
    }
}
