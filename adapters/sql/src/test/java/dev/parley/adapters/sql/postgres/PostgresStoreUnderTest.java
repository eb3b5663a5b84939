package dev.parley.adapters.sql.postgres;

import dev.parley.contract.PrivatePostgres;
import dev.parley.contract.StoreUnderTest;
import dev.parley.kernel.RoomId;
import dev.parley.room.spi.AttributeReader;
import dev.parley.room.spi.PeopleReader;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;

/// Two servers over one database of the shared cluster, emptied for each test. What is stored is made older
/// in the tables, because the database's clock cannot be set.
final class PostgresStoreUnderTest implements StoreUnderTest {

    /// More than any contract's threads, which all contend for one room: a server's lanes never do.
    private static final int CONNECTIONS = 32;

    private static final String AGE = """
            update room set created_at = created_at - #ms where id = '#room';
            update room_head set last_ts = last_ts - #ms, bucket = bucket - #ms * 1000,
                bucket_low = bucket_low - #ms * 1000, bucket_allowlist = bucket_allowlist - #ms * 1000,
                bucket_critical = bucket_critical - #ms * 1000
            where room = '#room';
            update sender set last_ts = last_ts - #ms, bucket = bucket - #ms * 1000 where room = '#room';
            update attribute set expires_at = expires_at - #ms where room = '#room';
            update member set since = since - #ms where room = '#room';
            update attribute_room set bucket = bucket - #ms * 1000 where room = '#room';
            update message set ts = ts - #ms, expires_at = expires_at - #ms where room = '#room';
            update dedupe set ts = ts - #ms, forget_at = forget_at - #ms where room = '#room';
            update ended_life set forget_at = forget_at - #ms where room = '#room';
            """;

    private static final class Servers {
        static final PostgresSettings SETTINGS = new PostgresSettings(
                PrivatePostgres.shared().freshDatabase(),
                PrivatePostgres.shared().user(),
                null,
                false,
                CONNECTIONS,
                8);
        static final Connection OBSERVER = observer();
        static final PostgresStore STORE = open();
        static final Ports FIRST = ports(STORE);
        static final Ports SECOND = ports(open());

        private static Connection observer() {
            try {
                return connect();
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        private static PostgresStore open() {
            var store = PostgresStore.open(SETTINGS);
            Runtime.getRuntime().addShutdownHook(new Thread(store::close));
            return store;
        }

        private static Ports ports(PostgresStore store) {
            return new Ports(store.roomLog(), store.roomReader(), store.generation());
        }
    }

    PostgresStoreUnderTest() {
        execute(
                "truncate room, room_head, message, dedupe, ended_life, sender, signing_key, attribute, attribute_room, member, people");
    }

    @Override
    public Ports first() {
        return Servers.FIRST;
    }

    @Override
    public AttributeReader attributes() {
        return Servers.STORE.attributeReader();
    }

    @Override
    public PeopleReader people() {
        return Servers.STORE.peopleReader();
    }

    @Override
    public Ports second() {
        return Servers.SECOND;
    }

    @Override
    public void age(RoomId room, Duration by) {
        execute(AGE.replace("#ms", by.toMillis() + "::bigint").replace("#room", room.value()));
    }

    static Connection connect() throws SQLException {
        return DriverManager.getConnection(Servers.SETTINGS.address().jdbc(), Servers.SETTINGS.user(), null);
    }

    /// On a connection of the tests' own.
    static synchronized void execute(String sql) {
        try (var statement = Servers.OBSERVER.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public boolean timeStandsStill() {
        return false;
    }

    @Override
    public int pageWalks() {
        return 2_000;
    }

    @Override
    public void close() {}
}
