package dev.parley.adapters.sql.sqlite;

import dev.parley.access.spi.SigningKeys;
import dev.parley.adapters.sql.copy.BatchInserts;
import dev.parley.adapters.sql.copy.CopiedTable;
import dev.parley.adapters.sql.copy.CopyEnd;
import dev.parley.adapters.sql.copy.CopyRefusedException;
import dev.parley.adapters.sql.copy.SchemaCheck;
import dev.parley.adapters.sql.copy.StoredRow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/// A folder as one end of a copy. It belongs to the copy as it otherwise belongs to a server.
public final class SqliteEnd implements CopyEnd {

    private final DataFolder folder;
    private final Connection connection;
    private final SigningKeys signingKeys;

    private SqliteEnd(DataFolder folder, Connection connection, SigningKeys signingKeys) {
        this.folder = folder;
        this.connection = connection;
        this.signingKeys = signingKeys;
    }

    /// A store to copy from. It is left as it is, except that it notices as at any start when it was restored.
    ///
    /// @param signingKeys those beside it
    /// @throws dev.parley.log.spi.StoreNotOpenedException when it is used by a server, or is none of this release
    public static SqliteEnd source(Path path, SigningKeys signingKeys) throws SQLException {
        if (Files.notExists(DataFolder.databaseIn(path))) {
            throw new CopyRefusedException("There is no Parley store in the folder " + path + ".");
        }
        return open(path, signingKeys, (database, folder) -> {
            SchemaCheck.requireCurrent(database.migrations(), "sqlite:" + folder);
            try (var checked = database.openWriter()) {
                new RestoreCheck(new AppendMarker(folder.marker())).run(checked);
            }
        });
    }

    /// A store to copy to, made when there is none.
    public static SqliteEnd target(Path path, SigningKeys signingKeys) throws SQLException {
        return open(path, signingKeys, (database, _) -> database.migrate());
    }

    @FunctionalInterface
    private interface Preparation {
        void of(SqliteDatabase database, DataFolder folder) throws SQLException;
    }

    private static SqliteEnd open(Path path, SigningKeys signingKeys, Preparation preparation) throws SQLException {
        var folder = DataFolder.take(path);
        try {
            var database = new SqliteDatabase(folder.database());
            preparation.of(database, folder);
            var connection = database.openWriter();
            connection.setAutoCommit(false);
            return new SqliteEnd(folder, connection, signingKeys);
        } catch (SQLException | RuntimeException e) {
            folder.close();
            throw e;
        }
    }

    @Override
    public String place() {
        return "sqlite:" + folder;
    }

    @Override
    public Connection connection() {
        return connection;
    }

    /// The folder's lock does, as long as this process lives.
    @Override
    public void hold() {}

    @Override
    public void holdNow() {}

    @Override
    public void insert(CopiedTable table, List<StoredRow> rows) throws SQLException {
        BatchInserts.insert(connection, table, rows);
    }

    @Override
    public SigningKeys signingKeys() {
        return signingKeys;
    }

    /// A store with appends and without a marker would count as restored from a copy.
    @Override
    public void complete() throws SQLException {
        try {
            new AppendMarker(folder.marker()).write(new StoreRow(connection).read());
        } catch (IOException e) {
            throw new UncheckedIOException("the marker beside the data cannot be written", e);
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new CopyRefusedException(
                    "SQLite does not close the store at " + place() + ": " + e.getMessage() + ".");
        } finally {
            folder.close();
        }
    }
}
