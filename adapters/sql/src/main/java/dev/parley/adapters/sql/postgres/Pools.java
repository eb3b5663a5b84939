package dev.parley.adapters.sql.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;

/// The bounded pools of connections. Who finds one exhausted waits for five seconds, then is told that the
/// store is not available.
final class Pools {

    private static final Duration ACQUIRE_DEADLINE = Duration.ofSeconds(5);
    private static final Duration PROBE_DEADLINE = Duration.ofSeconds(2);

    private Pools() {}

    static HikariDataSource writing(Sessions sessions, int connections) {
        return pool("parley-postgres-write", sessions, connections, false);
    }

    static HikariDataSource reading(Sessions sessions, int connections) {
        return pool("parley-postgres-read", sessions, connections, true);
    }

    private static HikariDataSource pool(String name, Sessions sessions, int connections, boolean autoCommit) {
        var config = new HikariConfig();
        config.setPoolName(name);
        config.setDataSource(sessions);
        config.setMaximumPoolSize(connections);
        config.setMinimumIdle(Math.min(connections, 2));
        config.setAutoCommit(autoCommit);
        config.setConnectionTimeout(ACQUIRE_DEADLINE.toMillis());
        config.setValidationTimeout(PROBE_DEADLINE.toMillis());
        return new HikariDataSource(config);
    }
}
