package dev.parley.adapters.sql.copy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;

/// Inserts rows one by one with one prepared statement, which is quick where no network lies between.
public final class BatchInserts {

    private BatchInserts() {}

    public static void insert(Connection connection, CopiedTable table, List<StoredRow> rows) throws SQLException {
        String marks = table.columns().stream().map(_ -> "?").collect(Collectors.joining(", "));
        try (var insert = connection.prepareStatement(
                "insert into " + table.name() + " (" + table.columnNames() + ") values (" + marks + ")")) {
            for (StoredRow row : rows) {
                for (int i = 0; i < row.values().size(); i++) {
                    table.columns().get(i).bind(insert, i + 1, row.values().get(i));
                }
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }
}
