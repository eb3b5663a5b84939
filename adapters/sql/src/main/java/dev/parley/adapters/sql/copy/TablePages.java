package dev.parley.adapters.sql.copy;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Reads one end's table in the order of its key, a page at a time, each in a transaction of its own.
final class TablePages {

    /// A page ends before it gets larger than this, unless it is one row.
    private static final int MAX_SIZE = 4 << 20;

    /// Rows that the driver of PostgreSQL holds at a time.
    private static final int FETCHED = 100;

    private final CopyEnd end;
    private final CopiedTable table;
    private final int rows;

    /// @param rows of a page, at most
    TablePages(CopyEnd end, CopiedTable table, int rows) {
        this.end = end;
        this.table = table;
        this.rows = rows;
    }

    /// @param key of the last row that is known, null = from the first row on
    /// @return empty at the end
    List<StoredRow> after(@Nullable List<Object> key) throws SQLException {
        end.hold();
        try (var query = end.connection().prepareStatement(sql(key != null))) {
            query.setFetchSize(FETCHED);
            int next = key == null ? 1 : bind(query, key);
            query.setInt(next, rows);
            return read(query);
        } finally {
            end.connection().rollback();
        }
    }

    /// The key of a page's last row.
    List<Object> keyOf(StoredRow row) {
        List<Object> key = new ArrayList<>();
        for (Object value : row.values().subList(0, table.keyColumns())) {
            if (value == null) {
                throw new IllegalStateException("a key of " + table.name() + " is null");
            }
            key.add(value);
        }
        return key;
    }

    private String sql(boolean onward) {
        String key = CopiedTable.names(table.key());
        String marks = table.key().stream().map(_ -> "?").collect(Collectors.joining(", "));
        return "select " + table.columnNames() + " from " + table.name()
                + (onward ? " where (" + key + ") > (" + marks + ")" : "") + " order by " + key + " limit ?";
    }

    private int bind(PreparedStatement query, List<Object> key) throws SQLException {
        for (int i = 0; i < key.size(); i++) {
            table.columns().get(i).bind(query, i + 1, key.get(i));
        }
        return key.size() + 1;
    }

    private List<StoredRow> read(PreparedStatement query) throws SQLException {
        List<StoredRow> page = new ArrayList<>();
        try (var result = query.executeQuery()) {
            for (int size = 0; size < MAX_SIZE && result.next(); ) {
                var values = new @Nullable Object[table.columns().size()];
                for (int i = 0; i < values.length; i++) {
                    values[i] = table.columns().get(i).read(result, i + 1);
                }
                var row = new StoredRow(Arrays.asList(values));
                size += row.size();
                page.add(row);
            }
        }
        return page;
    }
}
