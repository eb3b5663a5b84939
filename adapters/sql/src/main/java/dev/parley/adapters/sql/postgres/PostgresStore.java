package dev.parley.adapters.sql.postgres;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import dev.parley.access.spi.ApiKeyStore;
import dev.parley.access.spi.SigningKeyStore;
import dev.parley.adapters.sql.copy.CopyMarks;
import dev.parley.adapters.sql.store.ApiKeyTable;
import dev.parley.adapters.sql.store.JooqWarmUp;
import dev.parley.adapters.sql.store.LifecycleTable;
import dev.parley.adapters.sql.store.SqlAttributeReader;
import dev.parley.adapters.sql.store.SqlPeopleReader;
import dev.parley.adapters.sql.store.SqlRoomReader;
import dev.parley.adapters.sql.store.SqlStore;
import dev.parley.adapters.sql.store.SqlStoreGeneration;
import dev.parley.adapters.sql.store.WatchedPool;
import dev.parley.cluster.spi.NodeDirectory;
import dev.parley.kernel.HealthReporter;
import dev.parley.lifecycle.spi.LifecycleLog;
import dev.parley.log.spi.RoomLog;
import dev.parley.log.spi.StoreGeneration;
import dev.parley.log.spi.StoreNotOpenedException;
import dev.parley.presence.spi.PresenceRegistry;
import dev.parley.room.spi.AttributeReader;
import dev.parley.room.spi.PeopleReader;
import dev.parley.room.spi.RoomReader;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.flywaydb.core.Flyway;
import org.jooq.SQLDialect;

/// The store of a fleet: one PostgreSQL database.
public final class PostgresStore implements SqlStore {

    /// A migration may have to build an index over everything there is.
    private static final Duration MIGRATION_DEADLINE = Duration.ofMinutes(10);

    private final boolean safe;
    private final String place;
    private final Transactions transactions;
    private final HikariDataSource writing;
    private final HikariDataSource reading;
    private final RoomLog roomLog;
    private final RoomReader roomReader;
    private final AttributeReader attributeReader;
    private final PeopleReader peopleReader;
    private final StoreGeneration generation;
    private final ApiKeyStore apiKeys;
    private final LifecycleLog lifecycleLog;
    private final SigningKeyStore signingKeys;
    private final NodeDirectory nodes;
    private final PresenceRegistry presence;

    private PostgresStore(boolean safe, String place, HikariDataSource writing, HikariDataSource reading) {
        var dialect = new PostgresDialect();
        this.place = place;
        this.transactions = new Transactions(writing);
        var reads = new PostgresReads(reading);
        this.safe = safe;
        this.writing = writing;
        this.reading = reading;
        this.roomLog = new PostgresRoomLog(transactions, reads, dialect);
        this.roomReader = new SqlRoomReader(reads, dialect);
        this.attributeReader = new SqlAttributeReader(reads, dialect);
        this.peopleReader = new SqlPeopleReader(reads);
        this.generation = new SqlStoreGeneration(reads, transactions);
        this.apiKeys = new ApiKeyTable(reads, transactions, dialect);
        this.lifecycleLog = new LifecycleTable(reads, transactions, dialect);
        this.signingKeys = new SigningKeyTable(reads, transactions);
        this.nodes = new NodeTable(reads, transactions);
        this.presence = new SessionTable(reads, transactions, generation);
    }

    /// Connects, checks that the database is safe, brings its tables up to date.
    ///
    /// @throws StoreNotOpenedException when that is not possible
    public static PostgresStore open(PostgresSettings settings) {
        return open(settings, false);
    }

    /// The same.
    ///
    /// @param acceptMoved see [CopyMarks#check]
    public static PostgresStore open(PostgresSettings settings, boolean acceptMoved) {
        JooqWarmUp.begin(SQLDialect.POSTGRES);
        boolean safe = prepare(settings, connection -> CopyMarks.check(connection, settings.place(), acceptMoved));
        var sessions = new Sessions(settings, new ClusterWatch());
        HikariDataSource writing = null;
        try {
            writing = Pools.writing(sessions, settings.writeConnections());
            return new PostgresStore(
                    safe, settings.place(), writing, Pools.reading(sessions, settings.readConnections()));
        } catch (PoolInitializationException e) {
            if (writing != null) {
                writing.close();
            }
            throw unreachable(settings, e);
        }
    }

    /// What a database must pass before its tables are brought up to date.
    @FunctionalInterface
    interface Check {
        void on(Connection connection) throws SQLException;
    }

    /// @return whether the database is safe
    static boolean prepare(PostgresSettings settings, Check check) {
        boolean safe;
        try (var connection = Sessions.source(settings, MIGRATION_DEADLINE).getConnection()) {
            safe = new SafetyCheck(settings).run(connection);
            check.on(connection);
        } catch (SQLException e) {
            throw unreachable(settings, e);
        }
        migrations(settings).migrate();
        return safe;
    }

    static Flyway migrations(PostgresSettings settings) {
        return Flyway.configure()
                .dataSource(Sessions.source(settings, MIGRATION_DEADLINE))
                .locations("classpath:db/postgresql")
                .load();
    }

    static StoreNotOpenedException unreachable(PostgresSettings settings, Exception cause) {
        String why = String.valueOf(cause.getMessage()).replaceFirst("\\.*$", "");
        return new StoreNotOpenedException(
                "PostgreSQL at " + settings.place() + " cannot be used: " + why + ".", cause);
    }

    /// To be called by a server that is in [#nodes]: a copy may have begun, or ended, since the store was opened,
    /// and did not see it.
    ///
    /// @throws StoreNotOpenedException when the store must not be used any more
    public void requireOpen() {
        transactions.change(connection -> {
            CopyMarks.check(connection, place, false);
            return true;
        });
    }

    @Override
    public RoomLog roomLog() {
        return roomLog;
    }

    @Override
    public RoomReader roomReader() {
        return roomReader;
    }

    @Override
    public AttributeReader attributeReader() {
        return attributeReader;
    }

    @Override
    public PeopleReader peopleReader() {
        return peopleReader;
    }

    @Override
    public StoreGeneration generation() {
        return generation;
    }

    /// What was accepted at the start counts until the next one.
    public HealthReporter health() {
        return () -> safe ? List.of() : List.of("database-unsafe");
    }

    @Override
    public ApiKeyStore apiKeys() {
        return apiKeys;
    }

    @Override
    public LifecycleLog lifecycleLog() {
        return lifecycleLog;
    }

    /// The same for all servers over the database.
    public SigningKeyStore signingKeys() {
        return signingKeys;
    }

    /// The servers over the database.
    public NodeDirectory nodes() {
        return nodes;
    }

    /// The sessions on all servers over the database.
    public PresenceRegistry presence() {
        return presence;
    }

    @Override
    public List<WatchedPool> pools() {
        return List.of(WatchedPool.of("write", writing), WatchedPool.of("read", reading));
    }

    @Override
    public void close() {
        writing.close();
        reading.close();
    }
}
