package dev.parley.bench.append;

import dev.parley.adapters.sql.postgres.PostgresSettings;
import dev.parley.adapters.sql.postgres.PostgresStore;
import dev.parley.bench.BenchFailure;
import dev.parley.bench.load.Row;
import dev.parley.bench.load.SqlRows;
import dev.parley.contract.PrivatePostgres;
import dev.parley.log.spi.RoomLog;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/// PostgreSQL in a fresh cluster of its own with the settings it comes with, `fsync` on, on this machine: server and
/// database share its cores. The cluster goes with this object, or with the process.
final class PostgresUnderLoad implements StoreUnderLoad {

    private final PrivatePostgres cluster;
    private final PostgresSettings settings;
    private final PostgresStore store;
    private final SqlRows rows;
    private final AtomicBoolean ended = new AtomicBoolean();

    PostgresUnderLoad() {
        this.cluster = start();
        Runtime.getRuntime().addShutdownHook(new Thread(this::end));
        this.settings = PostgresSettings.of(cluster.url(), cluster.user(), null);
        this.store = PostgresStore.open(settings);
        var properties = new Properties();
        properties.setProperty("user", cluster.user());
        this.rows = new SqlRows("jdbc:" + cluster.url(), properties);
    }

    private static PrivatePostgres start() {
        try {
            return PrivatePostgres.start();
        } catch (IllegalStateException e) {
            throw BenchFailure.cannotRun(
                    "PostgreSQL does not start: " + e.getMessage() + "; --without-postgres leaves it out.");
        }
    }

    @Override
    public String name() {
        return "postgres";
    }

    @Override
    public String version() {
        return "%s, a fresh cluster on this machine with its default settings, fsync %s, synchronous_commit %s"
                .formatted(
                        rows.ask("show server_version"), rows.ask("show fsync"), rows.ask("show synchronous_commit"));
    }

    @Override
    public RoomLog log() {
        return store.roomLog();
    }

    @Override
    public int writers() {
        return settings.writeConnections();
    }

    @Override
    public void read(String prefix, Consumer<Row> each) {
        rows.read(prefix, each);
    }

    @Override
    public void close() {
        store.close();
        end();
    }

    private void end() {
        if (!ended.getAndSet(true)) {
            cluster.close();
        }
    }
}
