package dev.parley.adapters.sql.sqlite;

import dev.parley.contract.LifecycleLogContract;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.io.TempDir;

class SqliteLifecycleLogTest extends LifecycleLogContract {

    @TempDir
    Path folder;

    /// One server at a time has the file, so both views are its.
    @Override
    protected Logs open() {
        var store = SqliteStore.open(folder, InstantSource.system());
        return new Logs(store.lifecycleLog(), store.lifecycleLog(), store.roomLog(), store::close);
    }
}
