package dev.parley.adapters.sql.store;

import com.zaxxer.hikari.HikariDataSource;
import java.util.function.IntSupplier;

/// A pool of connections as it can be watched. Any thread.
///
/// @param name what its connections are for
/// @param borrowed how many are in use now
/// @param waiting how many callers wait for one now
public record WatchedPool(String name, IntSupplier borrowed, IntSupplier waiting) {

    public static WatchedPool of(String name, HikariDataSource pool) {
        var seen = pool.getHikariPoolMXBean();
        return new WatchedPool(name, seen::getActiveConnections, seen::getThreadsAwaitingConnection);
    }
}
