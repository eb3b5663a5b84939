package dev.parley.adapters.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.contract.PrivatePostgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Both dialects have the same tables, columns, keys and indexes: classes generated from one speak to both.
class SchemaTest {

    private record Column(String kind, boolean nullable) {}

    /// @param keys primary key and indexes, each with its columns in order
    private record Table(Map<String, Column> columns, TreeSet<String> keys) {}

    @TempDir
    Path folder;

    @Test
    void bothDialectsHaveTheSameTables() throws SQLException {
        var postgres = PrivatePostgres.shared();
        var onSqlite = tables("jdbc:sqlite:" + folder.resolve("parley.db"), "", "sqlite", null);
        var onPostgres = tables("jdbc:" + postgres.freshDatabase(), postgres.user(), "postgresql", "public");

        assertThat(onSqlite).containsKeys("store", "room", "room_head", "message", "dedupe");
        assertThat(onPostgres).isEqualTo(onSqlite);
    }

    private static Map<String, Table> tables(String url, String user, String dialect, String schema)
            throws SQLException {
        Flyway.configure()
                .dataSource(url, user, "")
                .locations("classpath:db/" + dialect)
                .load()
                .migrate();
        try (var connection = DriverManager.getConnection(url, user, "")) {
            return tables(connection, schema);
        }
    }

    private static Map<String, Table> tables(Connection connection, String schema) throws SQLException {
        Map<String, Table> tables = new TreeMap<>();
        var about = connection.getMetaData();
        try (var rows = about.getTables(null, schema, null, new String[] {"TABLE"})) {
            while (rows.next()) {
                String name = rows.getString("TABLE_NAME");
                if (!name.equals("flyway_schema_history")) {
                    tables.put(name, new Table(columns(about, schema, name), keys(about, schema, name)));
                }
            }
        }
        return tables;
    }

    private static Map<String, Column> columns(DatabaseMetaData about, String schema, String table)
            throws SQLException {
        Map<String, Column> columns = new TreeMap<>();
        try (var rows = about.getColumns(null, schema, table, null)) {
            while (rows.next()) {
                columns.put(
                        rows.getString("COLUMN_NAME"),
                        new Column(kind(rows), rows.getInt("NULLABLE") == DatabaseMetaData.columnNullable));
            }
        }
        return columns;
    }

    private static String kind(ResultSet column) throws SQLException {
        String name = column.getString("TYPE_NAME").toLowerCase(Locale.ROOT);
        if (name.startsWith("bool")) {
            return "boolean";
        }
        return switch (column.getInt("DATA_TYPE")) {
            case Types.SMALLINT, Types.INTEGER, Types.BIGINT -> "whole number";
            case Types.VARCHAR -> "text";
            default -> name;
        };
    }

    private static TreeSet<String> keys(DatabaseMetaData about, String schema, String table) throws SQLException {
        Map<String, Map<Integer, String>> keys = new TreeMap<>();
        try (var rows = about.getPrimaryKeys(null, schema, table)) {
            while (rows.next()) {
                keys.computeIfAbsent("primary key", _ -> new TreeMap<>())
                        .put(rows.getInt("KEY_SEQ"), rows.getString("COLUMN_NAME"));
            }
        }
        try (var rows = about.getIndexInfo(null, schema, table, false, true)) {
            while (rows.next()) {
                String sort = rows.getBoolean("NON_UNIQUE") ? "index " : "unique ";
                keys.computeIfAbsent(sort + rows.getString("INDEX_NAME"), _ -> new TreeMap<>())
                        .put(rows.getInt("ORDINAL_POSITION"), rows.getString("COLUMN_NAME"));
            }
        }
        return named(keys);
    }

    /// Indexes that the databases name themselves are those of keys and unique columns.
    private static TreeSet<String> named(Map<String, Map<Integer, String>> keys) {
        var named = new TreeSet<String>();
        keys.forEach((name, columns) -> {
            boolean own = name.contains("autoindex") || name.endsWith("_pkey") || name.endsWith("_key");
            if (!own) {
                named.add(name + " " + columns.values());
            }
        });
        return named;
    }
}
