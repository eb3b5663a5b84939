package dev.parley.adapters.sql.copy;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jooq.Table;
import org.jooq.UniqueKey;

/// A table whose rows are copied.
///
/// @param columns those that are copied; what the key consists of comes first, in its order
/// @param keyColumns how many these are
public record CopiedTable(String name, List<Column> columns, int keyColumns) {

    static CopiedTable of(Table<?> table, Set<String> without) {
        UniqueKey<?> primary = table.getPrimaryKey();
        if (primary == null) {
            throw new IllegalStateException("the table " + table.getName() + " has no key by which to copy it");
        }
        List<Column> key = primary.getFields().stream().map(Column::of).toList();
        Stream<Column> others = Stream.of(table.fields())
                .map(Column::of)
                .filter(column -> !key.contains(column) && !without.contains(column.name()));
        return new CopiedTable(
                table.getName(), Stream.concat(key.stream(), others).toList(), key.size());
    }

    List<Column> key() {
        return columns.subList(0, keyColumns);
    }

    /// Whether the rows of one room follow each other, so that each room can be told from the others.
    boolean isByRoom() {
        return columns.getFirst().name().equals("room");
    }

    /// The names of its columns, with commas between them.
    public String columnNames() {
        return names(columns);
    }

    static String names(List<Column> columns) {
        return columns.stream().map(Column::name).collect(Collectors.joining(", "));
    }
}
