package dev.parley.architecture.planted.adapters.memory;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import org.flywaydb.core.Flyway;
import org.jooq.DSLContext;

public class SpeaksSql {

    Connection jdbc;
    DSLContext jooq;
    HikariDataSource pool;

    void migrates(Flyway flyway) {
        flyway.migrate();
    }
}
