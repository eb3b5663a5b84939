package dev.parley.adapters.sql.copy;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import org.jooq.Field;
import org.jspecify.annotations.Nullable;

/// A column, and how its values cross from one database to the other: as text, as a whole number or as yes or no.
public record Column(String name, Kind kind) {

    /// What a column holds.
    public enum Kind {
        TEXT(Types.VARCHAR),
        WHOLE(Types.BIGINT),
        FLAG(Types.BOOLEAN);

        private final int sqlType;

        Kind(int sqlType) {
            this.sqlType = sqlType;
        }
    }

    static Column of(Field<?> field) {
        Class<?> type = field.getType();
        if (type == String.class) {
            return new Column(field.getName(), Kind.TEXT);
        }
        if (type == Boolean.class) {
            return new Column(field.getName(), Kind.FLAG);
        }
        if (type == Long.class) {
            return new Column(field.getName(), Kind.WHOLE);
        }
        throw new IllegalStateException("the column " + field + " holds what no copy knows: " + type);
    }

    /// @return a String, a Long, a Boolean or null
    @Nullable
    Object read(ResultSet row, int index) throws SQLException {
        Object value = switch (kind) {
            case TEXT -> row.getString(index);
            case WHOLE -> row.getLong(index);
            case FLAG -> row.getBoolean(index);
        };
        return row.wasNull() ? null : value;
    }

    void bind(PreparedStatement statement, int index, @Nullable Object value) throws SQLException {
        switch (value) {
            case null -> statement.setNull(index, kind.sqlType);
            case String text -> statement.setString(index, text);
            case Long number -> statement.setLong(index, number);
            case Boolean flag -> statement.setBoolean(index, flag);
            default -> throw new IllegalArgumentException("no value of a column: " + value);
        }
    }

    /// Back from [Object#toString].
    Object parse(String text) {
        return switch (kind) {
            case TEXT -> text;
            case WHOLE -> Long.valueOf(text);
            case FLAG -> Boolean.valueOf(text);
        };
    }
}
