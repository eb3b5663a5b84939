package dev.parley.adapters.sql.sqlite;

import dev.parley.access.spi.ApiKeyStore;
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
import dev.parley.lifecycle.spi.LifecycleLog;
import dev.parley.log.spi.RoomLog;
import dev.parley.log.spi.StoreGeneration;
import dev.parley.log.spi.StoreNotOpenedException;
import dev.parley.room.spi.AttributeReader;
import dev.parley.room.spi.PeopleReader;
import dev.parley.room.spi.RoomReader;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import org.jooq.SQLDialect;

/// The embedded store: one folder, one server, nothing to install.
public final class SqliteStore implements SqlStore {

    private final DataFolder folder;
    private final SqliteReads reads;
    private final SqliteWriter writer;
    private final LogCarrier carrier;
    private final MarkerKeeper marker;
    private final RoomLog roomLog;
    private final RoomReader roomReader;
    private final AttributeReader attributeReader;
    private final PeopleReader peopleReader;
    private final StoreGeneration generation;
    private final ApiKeyStore apiKeys;
    private final LifecycleLog lifecycleLog;

    private SqliteStore(DataFolder folder, InstantSource clock, boolean acceptMoved) throws SQLException {
        var dialect = new SqliteDialect(clock);
        var database = new SqliteDatabase(folder.database());
        JooqWarmUp.begin(SQLDialect.SQLITE);
        checkMarks(database, folder, acceptMoved);
        database.migrate();
        var marked = new AppendMarker(folder.marker());
        var count = checked(database, marked);
        this.folder = folder;
        this.reads = new SqliteReads(database);
        this.marker = new MarkerKeeper(marked, count);
        this.writer = new SqliteWriter(new WriterConnection(database::openWriter, dialect, this::committed));
        this.carrier = new LogCarrier(database::openWriter, writer::carryOver, LogCarrier.PAGES);
        this.roomLog = new SqliteRoomLog(writer, reads, dialect);
        this.roomReader = new SqlRoomReader(reads, dialect);
        this.attributeReader = new SqlAttributeReader(reads, dialect);
        this.peopleReader = new SqlPeopleReader(reads);
        this.generation = new SqliteGeneration(new SqlStoreGeneration(reads, writer), writer);
        this.apiKeys = new ApiKeyTable(reads, writer, dialect);
        this.lifecycleLog = new LifecycleTable(reads, writer, dialect);
        writer.start();
        carrier.start();
    }

    private static void checkMarks(SqliteDatabase database, DataFolder folder, boolean acceptMoved)
            throws SQLException {
        try (var connection = database.openWriter()) {
            CopyMarks.check(connection, folder.toString(), acceptMoved);
        }
    }

    private void committed(StoreCount count) {
        marker.committed(count);
        carrier.committed(count);
    }

    private static StoreCount checked(SqliteDatabase database, AppendMarker marker) throws SQLException {
        try (var connection = database.openWriter()) {
            return new RestoreCheck(marker).run(connection);
        }
    }

    /// Opens the store in this folder, which is made if there is none.
    ///
    /// @param clock the store's clock
    /// @throws StoreNotOpenedException when another server works on it or the file cannot be used
    public static SqliteStore open(Path path, InstantSource clock) {
        return open(path, clock, false);
    }

    /// The same.
    ///
    /// @param acceptMoved see [CopyMarks#check]
    public static SqliteStore open(Path path, InstantSource clock, boolean acceptMoved) {
        var folder = DataFolder.take(path);
        try {
            return new SqliteStore(folder, clock, acceptMoved);
        } catch (SQLException e) {
            folder.close();
            throw new StoreNotOpenedException("The store in " + path + " cannot be opened: " + e.getMessage() + ".", e);
        } catch (RuntimeException e) {
            folder.close();
            throw e;
        }
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

    @Override
    public ApiKeyStore apiKeys() {
        return apiKeys;
    }

    @Override
    public LifecycleLog lifecycleLog() {
        return lifecycleLog;
    }

    /// The writer has a connection for itself.
    @Override
    public List<WatchedPool> pools() {
        return List.of(reads.watched());
    }

    @Override
    public void close() {
        carrier.close();
        writer.close();
        reads.close();
        marker.close();
        folder.close();
    }
}
