package dev.parley.bench.append;

import dev.parley.adapters.sql.sqlite.SqliteStore;
import dev.parley.bench.load.Row;
import dev.parley.bench.load.SqlRows;
import dev.parley.log.spi.RoomLog;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Properties;
import java.util.function.Consumer;

/// The embedded store, in a folder of its own.
final class SqliteUnderLoad implements StoreUnderLoad {

    private final SqliteStore store;
    private final SqlRows rows;

    SqliteUnderLoad(Path folder) {
        this.store = SqliteStore.open(folder, InstantSource.system());
        this.rows = new SqlRows("jdbc:sqlite:" + folder.resolve("parley.db"), new Properties());
    }

    @Override
    public String name() {
        return "sqlite";
    }

    @Override
    public String version() {
        return rows.ask("select sqlite_version()") + ", a write-ahead log that every commit flushes";
    }

    @Override
    public RoomLog log() {
        return store.roomLog();
    }

    @Override
    public int writers() {
        return 1;
    }

    @Override
    public void read(String prefix, Consumer<Row> each) {
        rows.read(prefix, each);
    }

    @Override
    public void close() {
        store.close();
    }
}
