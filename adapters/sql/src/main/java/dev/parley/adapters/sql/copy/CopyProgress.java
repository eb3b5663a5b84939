package dev.parley.adapters.sql.copy;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// How far a copy has come, in a table of the target that is written in the transactions of its rows and goes with the
/// last one. All in the transaction under way.
final class CopyProgress {

    private static final String COPY = "copy";
    private static final String SOURCE = "source";
    private static final String STATE = "state";

    /// @param copy which one, drawn when it began
    /// @param source from where, for people
    /// @param state of the source when it began
    record Begun(String copy, String source, String state) {}

    /// @param rows that are in the target
    /// @param key of the last of them, null before the first
    record Done(long rows, @Nullable List<Object> key) {
        static final Done NOTHING = new Done(0, null);
    }

    private final Connection target;

    CopyProgress(Connection target) {
        this.target = target;
    }

    Optional<Begun> begun() throws SQLException {
        if (!CopyMarks.exists(target, CopyMarks.PROGRESS)) {
            return Optional.empty();
        }
        return Optional.of(new Begun(required(COPY), required(SOURCE), required(STATE)));
    }

    private String required(String name) throws SQLException {
        String value = get(name);
        if (value == null) {
            throw new CopyRefusedException("The target's table " + CopyMarks.PROGRESS
                    + " is none of a copy: empty the target and begin again.");
        }
        return value;
    }

    void begin(Begun begun) throws SQLException {
        try (var statement = target.createStatement()) {
            statement.executeUpdate(
                    "create table " + CopyMarks.PROGRESS + " (name text not null primary key, value text not null)");
        }
        put(COPY, begun.copy());
        put(SOURCE, begun.source());
        put(STATE, begun.state());
    }

    void end() throws SQLException {
        try (var statement = target.createStatement()) {
            statement.executeUpdate("drop table " + CopyMarks.PROGRESS);
        }
    }

    Done of(CopiedTable table) throws SQLException {
        String value = get("table " + table.name());
        if (value == null) {
            return Done.NOTHING;
        }
        String[] parts = value.split(" ");
        List<Object> key = new ArrayList<>();
        for (int i = 1; i < parts.length; i++) {
            String text = new String(Base64.getUrlDecoder().decode(parts[i]), StandardCharsets.UTF_8);
            key.add(table.columns().get(i - 1).parse(text));
        }
        return new Done(Long.parseLong(parts[0]), key);
    }

    void put(CopiedTable table, long rows, List<Object> key) throws SQLException {
        put(
                "table " + table.name(),
                key.stream()
                        .map(part -> Base64.getUrlEncoder()
                                .encodeToString(part.toString().getBytes(StandardCharsets.UTF_8)))
                        .collect(Collectors.joining(" ", rows + " ", "")));
    }

    private @Nullable String get(String name) throws SQLException {
        try (var query = target.prepareStatement("select value from " + CopyMarks.PROGRESS + " where name = ?")) {
            query.setString(1, name);
            try (var row = query.executeQuery()) {
                return row.next() ? row.getString(1) : null;
            }
        }
    }

    private void put(String name, String value) throws SQLException {
        try (var upsert = target.prepareStatement("insert into " + CopyMarks.PROGRESS
                + " (name, value) values (?, ?) on conflict (name) do update set value = excluded.value")) {
            upsert.setString(1, name);
            upsert.setString(2, value);
            upsert.executeUpdate();
        }
    }
}
