package dev.parley.faults;

import dev.parley.contract.PrivatePostgres;
import dev.parley.contract.ServerProcess;
import java.net.URI;
import java.nio.file.Path;
import java.sql.SQLException;

/// A server over a PostgreSQL of its own.
final class PostgresScene implements Scene {

    private final boolean serverToo;
    private final PrivatePostgres postgres;
    private final String database;
    private final ServerProcess server;

    /// @param serverToo whether the server is killed too
    PostgresScene(Path folder, boolean serverToo) {
        this(folder, serverToo, PrivatePostgres.start());
    }

    /// @param options further options of the server
    PostgresScene(Path folder, boolean serverToo, PrivatePostgres postgres, String... options) {
        this.serverToo = serverToo;
        this.postgres = postgres;
        try {
            this.database = postgres.freshDatabase();
            this.server = ServerProcess.start(folder, Options.postgres(database, postgres.user(), options));
        } catch (RuntimeException e) {
            postgres.close();
            throw e;
        }
    }

    @Override
    public URI server() {
        return server.uri("/");
    }

    @Override
    public void crash() {
        if (serverToo) {
            server.killHard();
        }
        postgres.killHard();
    }

    @Override
    public void recover() {
        postgres.restart();
        if (serverToo) {
            server.restart();
        } else if (!server.isAlive()) {
            throw new AssertionError("the server went down with its database: " + server.out() + server.err());
        }
    }

    @Override
    public StoredLog log() throws SQLException {
        return StoredLog.ofPostgres(database, postgres.user());
    }

    @Override
    public void close() {
        try (postgres) {
            server.close();
        }
    }
}
