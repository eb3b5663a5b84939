package dev.parley.adapters.sql;

import dev.parley.adapters.sql.store.WatchedPool;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;

/// A store's connections as meters.
final class PoolMeters {

    PoolMeters(MeterRegistry registry, List<WatchedPool> pools) {
        for (WatchedPool pool : pools) {
            Gauge.builder(
                            "parley.store.connections.borrowed",
                            () -> pool.borrowed().getAsInt())
                    .description("Connections to the database in use")
                    .tag("pool", pool.name())
                    .register(registry);
            Gauge.builder(
                            "parley.store.connections.waiting",
                            () -> pool.waiting().getAsInt())
                    .description("Callers that wait for a connection to the database")
                    .tag("pool", pool.name())
                    .register(registry);
        }
    }
}
