package dev.parley.adapters.sql.sqlite;

import dev.parley.access.ApiKey;
import dev.parley.access.spi.ApiKeyStore;
import dev.parley.adapters.sql.copy.CopyMarks;
import dev.parley.adapters.sql.store.ApiKeyTable;
import dev.parley.adapters.sql.store.OneConnection;
import dev.parley.kernel.UserId;
import dev.parley.log.spi.StoreUnavailableException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;
import org.jooq.SQLDialect;
import org.jooq.exception.DataAccessException;

/// The keys for a command, whether a server works on the folder or not. Where none does, the store is opened as a
/// server would. Where one does, this one table is written beside it: nobody counts its rows or numbers them, and
/// SQLite's own locks keep the two writers apart, each waiting for the other's transaction. A copy may be in the
/// place of the server: its transaction is waited for as well, and what was moved away is refused here.
public final class KeysBesideServer implements ApiKeyStore {

    private final Path path;
    private final InstantSource clock;

    public KeysBesideServer(Path path, InstantSource clock) {
        this.path = path;
        this.clock = clock;
    }

    @Override
    public List<ApiKey> all() {
        return with(ApiKeyStore::all);
    }

    @Override
    public Added add(ApiKey key) {
        return with(keys -> keys.add(key));
    }

    @Override
    public boolean remove(UserId name) {
        return with(keys -> keys.remove(name));
    }

    private <T> T with(Function<ApiKeyStore, T> work) {
        try (var store = SqliteStore.open(path, clock)) {
            return work.apply(store.apiKeys());
        } catch (DataFolderInUseException _) {
            return beside(work);
        }
    }

    private <T> T beside(Function<ApiKeyStore, T> work) {
        var dialect = new SqliteDialect(clock);
        try (var connection = new SqliteDatabase(DataFolder.databaseIn(path)).openWriter()) {
            var once = new OneConnection(connection, SQLDialect.SQLITE);
            CopyMarks.check(connection, path.toString(), false);
            T result = work.apply(new ApiKeyTable(once, once, dialect));
            // What waited until a copy was complete goes nowhere: whoever asked for it has to know.
            CopyMarks.check(connection, path.toString(), false);
            return result;
        } catch (SQLException | DataAccessException e) {
            throw new StoreUnavailableException("The store in " + path + " cannot be used: " + e.getMessage(), e);
        }
    }
}
