package dev.parley.adapters.sql.postgres;

import java.sql.DriverManager;
import java.sql.SQLException;

/// A database whose tables are emptied between two tests, on connections of the tests' own.
record Emptied(PostgresSettings settings) {

    /// @param tables separated by commas
    void empty(String tables) {
        execute("truncate " + tables);
    }

    void execute(String sql) {
        try (var connection = DriverManager.getConnection(settings.address().jdbc(), settings.user(), null);
                var statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
