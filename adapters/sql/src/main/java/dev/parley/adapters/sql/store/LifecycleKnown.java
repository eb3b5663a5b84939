package dev.parley.adapters.sql.store;

import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import dev.parley.kernel.UserId;
import dev.parley.lifecycle.LifecycleEntry;
import dev.parley.lifecycle.LifecycleKind;
import dev.parley.lifecycle.Visitor;
import dev.parley.presence.ConnectionEpoch;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What the lifecycle log says already of those of whom something is to be added, read under the counter's lock.
final class LifecycleKnown {

    private static final String SAID = """
            select l.room, l.session_id, l.epoch, l.kind
            from #table
            join lifecycle l on l.room = a.room and l.session_id = a.session_id and l.epoch = cast(a.epoch as bigint)
                and l.kind = a.kind
            """;

    private static final String NEWEST_OF_USERS = """
            select a.room, a.user_id, (
                select kind from lifecycle l
                where l.room = a.room and l.user_id = a.user_id and l.kind in ('online', 'offline')
                order by l.pos desc limit 1)
            from #table
            """;

    private static final String NEWEST_OF_ROOMS = """
            select a.room, null, (
                select kind from lifecycle l
                where l.room = a.room and l.kind in ('occupied', 'vacated')
                order by l.pos desc limit 1)
            from #table
            """;

    private record Said(RoomId room, SessionId session, ConnectionEpoch epoch, LifecycleKind kind) {}

    /// @param user null for the room's own state
    private record Whose(RoomId room, @Nullable UserId user) {}

    /// What is done with each row that is found.
    @FunctionalInterface
    private interface Row {
        void take(ResultSet row) throws SQLException;
    }

    private final Set<Said> said = new HashSet<>();
    private final Map<Whose, LifecycleKind> newest = new HashMap<>();
    private final Statements statements;
    private final Dialect dialect;

    private LifecycleKnown(Statements statements, Dialect dialect) {
        this.statements = statements;
        this.dialect = dialect;
    }

    /// @param entries all about sessions
    static LifecycleKnown about(Statements statements, Dialect dialect, List<LifecycleEntry> entries)
            throws SQLException {
        var known = new LifecycleKnown(statements, dialect);
        var all = entries.stream().map(LifecycleKnown::said).toList();
        known.each(SAID, List.of("room", "session_id", "epoch", "kind"), json(all, LifecycleKnown::texts), known::say);
        var users = whose(entries, true);
        known.each(NEWEST_OF_USERS, List.of("room", "user_id"), json(users, LifecycleKnown::texts), known::isNewest);
        var rooms = whose(entries, false);
        known.each(NEWEST_OF_ROOMS, List.of("room"), json(rooms, LifecycleKnown::texts), known::isNewest);
        return known;
    }

    /// Whether the entry adds anything. If so it counts as said from now on.
    boolean takes(LifecycleEntry entry) {
        return newest.get(whose(entry)) != entry.kind() && said.add(said(entry)) && note(entry);
    }

    private boolean note(LifecycleEntry entry) {
        newest.put(whose(entry), entry.kind());
        return true;
    }

    private void say(ResultSet row) throws SQLException {
        said.add(new Said(
                new RoomId(row.getString(1)),
                new SessionId(row.getString(2)),
                new ConnectionEpoch(row.getLong(3)),
                LifecycleKind.of(row.getString(4))));
    }

    private void isNewest(ResultSet row) throws SQLException {
        String user = row.getString(2);
        String kind = row.getString(3);
        if (kind != null) {
            newest.put(
                    new Whose(new RoomId(row.getString(1)), user == null ? null : new UserId(user)),
                    LifecycleKind.of(kind));
        }
    }

    private void each(String sql, List<String> columns, String json, Row row) throws SQLException {
        statements.use(sql.replace("#table", dialect.table("a", columns)), query -> {
            query.setString(1, json);
            try (var rows = query.executeQuery()) {
                while (rows.next()) {
                    row.take(rows);
                }
            }
        });
    }

    private static Set<Whose> whose(List<LifecycleEntry> entries, boolean ofUsers) {
        return entries.stream()
                .map(LifecycleKnown::whose)
                .filter(whose -> (whose.user() != null) == ofUsers)
                .collect(Collectors.toSet());
    }

    private static Whose whose(LifecycleEntry entry) {
        boolean ofUser = entry.kind() == LifecycleKind.ONLINE || entry.kind() == LifecycleKind.OFFLINE;
        return new Whose(entry.room(), ofUser ? visitor(entry).user() : null);
    }

    private static Said said(LifecycleEntry entry) {
        var visitor = visitor(entry);
        return new Said(entry.room(), visitor.session(), visitor.epoch(), entry.kind());
    }

    private static Visitor visitor(LifecycleEntry entry) {
        if (entry.visitor() == null) {
            throw new IllegalArgumentException("only the store itself tells of rooms");
        }
        return entry.visitor();
    }

    private static Stream<String> texts(Said said) {
        return Stream.of(
                said.room().value(),
                said.session().value(),
                said.epoch().toString(),
                said.kind().wire());
    }

    private static Stream<String> texts(Whose whose) {
        return Stream.of(
                whose.room().value(), whose.user() == null ? "" : whose.user().value());
    }

    /// Neither ids nor numbers nor kinds hold a character that JSON would escape.
    private static <T> String json(Iterable<T> values, Function<T, Stream<String>> texts) {
        var rows = Stream.<String>builder();
        for (T value : values) {
            rows.add(texts.apply(value).collect(Collectors.joining("\",\"", "[\"", "\"]")));
        }
        return rows.build().collect(Collectors.joining(",", "[", "]"));
    }
}
