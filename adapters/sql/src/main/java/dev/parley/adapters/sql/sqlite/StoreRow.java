package dev.parley.adapters.sql.sqlite;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/// The store's one row, read and counted up in the writer's transactions.
final class StoreRow {

    private final PreparedStatement select;
    private final PreparedStatement add;

    StoreRow(Connection connection) throws SQLException {
        this.select = connection.prepareStatement("select generation, appends from store");
        this.add = connection.prepareStatement("update store set appends = appends + ?");
    }

    StoreCount read() throws SQLException {
        try (var row = select.executeQuery()) {
            if (!row.next()) {
                throw new IllegalStateException("the table store has lost its row");
            }
            return new StoreCount(row.getLong(1), row.getLong(2));
        }
    }

    void add(long appends) throws SQLException {
        if (appends > 0) {
            add.setLong(1, appends);
            add.executeUpdate();
        }
    }
}
