package dev.parley.adapters.sql.copy;

import dev.parley.access.spi.SigningKeyStore.SigningKey;
import dev.parley.access.spi.SigningKeys;
import dev.parley.adapters.sql.CopyEnds;
import dev.parley.adapters.sql.Messages;
import dev.parley.adapters.sql.jooq.DefaultSchema;
import dev.parley.adapters.sql.postgres.PostgresSettings;
import dev.parley.adapters.sql.postgres.PostgresStore;
import dev.parley.adapters.sql.sqlite.SqliteStore;
import dev.parley.contract.PrivatePostgres;
import dev.parley.log.spi.RoomLog.Patience;
import dev.parley.log.spi.StoreMover;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jooq.Field;
import org.jooq.impl.DSL;

/// Stores of both dialects, what is in them as plain SQL sees it, and copies between them in small batches.
final class CopyScene {

    static final Messages LOBBY = Messages.to("lobby");

    /// Every kind of row that appends of a test would have to take long ways to make.
    private static final String ROWS = """
            insert into room (id, title, keep_messages, keep_seconds, inbound_per_second, frozen, created_at, presence,
                sender_per_second, slow_mode_seconds, overflow, message_types, allowlist, members_only,
                mute_all, edit_seconds)
            values ('odd.title', 'a	tab, a
            line, a back\\slash \\N and a \u00fc \ud83d\ude80', 10, 20, 30, true, 40, 1, 5, 60, 1,
                'gift=critical,3000 heart=low,', 'alice bob', true, true, 45);
            insert into room_head values ('odd.title', 'bbbb1111', 1, 7, 8, 3, 4, 99, 1, 123456789, 11, 12, 13);
            insert into message (room, life, seq, sender, sender_name, client_msg_id, hash, type, tier, data, ref, ts,
                expires_at, message_key, edited_seq, edited_at, edited_by, deleted)
            values
                ('odd.title', 'bbbb1111', 3, '~', null, '~3', -5, 'room.updated', 2, '{}', null, 98, null, null, null,
                 null, null, null),
                ('odd.title', 'bbbb1111', 4, 'bob', 'B\\b "x"', 'four', 9223372036854775807, 'text', 0,
                 '{"a":"\\\\n\\t","b":"\u20ac"}', 3, 99, 1000000,
                 'table	7, \\N \u20ac', 5, 100, 'mona', false),
                ('gone', 'cccc2222', 1, 'bob', 'Bob', 'one', 1, 'text', 1, 'null', null, 5, null, null, 2, 6,
                 'bob', true);
            insert into dedupe values ('odd.title', 'bbbb1111', 'bob', 'two', 77, 2, 97, 4102444800000);
            insert into dedupe values ('odd.title', 'bbbb1111', 'bob', 'none', 78, 0, 97, 4102444800000);
            insert into ended_life values ('gone', 'cccc2222', false, 4102444800000);
            insert into ended_life values ('older', 'dddd3333', true, 4102444800000);
            insert into attribute values ('odd.title', 'bbbb1111', 'seat=1', '{"user":"\u20ac"}', 4, 'bob', true, 4102444800000);
            insert into attribute values ('odd.title', 'bbbb1111', 'gone', null, 3, '@server', false, null);
            insert into attribute_room values ('odd.title', 'bbbb1111', 5, 2);
            insert into member values ('odd.title', 'bbbb1111', 'bob', 3, 2, 11);
            insert into people values ('odd.title', 'bbbb1111', 1, 1, 1);
            insert into api_key values ('billing', 'ab12', 'lobby:publish', 12);
            update store set generation = 3;
            """;

    private final Map<Path, List<SigningKey>> keys = new ConcurrentHashMap<>();
    final CopyEnds ends = new CopyEnds(PrivatePostgres.shared().user(), null, this::keysIn);

    static String freshDatabase() {
        return PrivatePostgres.shared().freshDatabase();
    }

    static PostgresSettings settings(String url) {
        return PostgresSettings.of(url, PrivatePostgres.shared().user(), null);
    }

    SigningKeys keysIn(Path folder) {
        return new SigningKeys() {
            @Override
            public List<SigningKey> present() {
                return keys.getOrDefault(folder, List.of());
            }

            @Override
            public void add(List<SigningKey> added) {
                keys.put(folder, added);
            }
        };
    }

    /// A folder's store with a room as servers leave it, and rows of every other kind.
    String fill(Path folder) throws SQLException {
        try (var store = SqliteStore.open(folder, InstantSource.system())) {
            store.roomLog().append(List.of(LOBBY.creation()), Patience.WAIT);
            store.roomLog().append(LOBBY.messages("m", 20), Patience.WAIT);
        }
        try (var connection = connect("sqlite:" + folder);
                var statement = connection.createStatement()) {
            statement.executeUpdate(ROWS);
        }
        keysIn(folder).add(List.of(new SigningKey("k1", new byte[32]), new SigningKey("k0", new byte[] {1, 2, 3})));
        return "sqlite:" + folder;
    }

    static Connection connect(String address) throws SQLException {
        return address.startsWith("sqlite:")
                ? DriverManager.getConnection("jdbc:" + address + "/parley.db")
                : DriverManager.getConnection(
                        "jdbc:" + address, PrivatePostgres.shared().user(), "");
    }

    static void execute(String address, String sql) throws SQLException {
        try (var connection = connect(address);
                var statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    /// All rows that a move has to bring along, each as text, by their tables.
    static Map<String, List<String>> dump(String address) throws SQLException {
        Map<String, List<String>> dump = new TreeMap<>();
        try (var connection = connect(address)) {
            for (var table : DefaultSchema.DEFAULT_SCHEMA.getTables()) {
                if (!List.of("node", "sender", "session", "signing_key").contains(table.getName())) {
                    List<Field<?>> fields = Arrays.stream(table.fields())
                            .filter(field ->
                                    !List.of("system_identifier", "timeline").contains(field.getName()))
                            .collect(Collectors.toCollection(ArrayList::new));
                    dump.put(
                            table.getName(),
                            DSL
                                    .using(connection)
                                    .select(fields)
                                    .from(table)
                                    .fetch(row -> Arrays.toString(row.intoArray()))
                                    .stream()
                                    .sorted()
                                    .toList());
                }
            }
        }
        return dump;
    }

    StoreCopy.Copied copy(String from, String to) throws SQLException {
        return copy(from, to, false);
    }

    StoreCopy.Copied copy(String from, String to, boolean restart) throws SQLException {
        try (var source = ends.source(from);
                var target = ends.target(to)) {
            return copy(source, target, restart);
        }
    }

    static StoreCopy.Copied copy(CopyEnd source, CopyEnd target, boolean restart) throws SQLException {
        return copy(source, target, restart, _ -> {});
    }

    /// @param compared is told of each table that was equal, before the next is read
    static StoreCopy.Copied copy(CopyEnd source, CopyEnd target, boolean restart, Consumer<String> compared)
            throws SQLException {
        return new StoreCopy(source, target, InstantSource.system(), 3).run(restart, new Listener(compared));
    }

    static PostgresStore open(String url) {
        return PostgresStore.open(settings(url));
    }

    private record Listener(Consumer<String> compared) implements StoreMover.Watcher {
        @Override
        public void begins(long done) {}

        @Override
        public void copied(String table, long rows, long expected) {}

        @Override
        public void compared(String table, long rows) {
            compared.accept(table);
        }
    }
}
