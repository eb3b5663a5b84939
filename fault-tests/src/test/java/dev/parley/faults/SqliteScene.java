package dev.parley.faults;

import dev.parley.contract.ServerProcess;
import java.net.URI;
import java.nio.file.Path;
import java.sql.SQLException;

/// A server with its embedded store.
final class SqliteScene implements Scene {

    private final Path folder;
    private final ServerProcess server;

    SqliteScene(Path folder) {
        this.folder = folder;
        this.server = ServerProcess.start(folder, Options.sqlite());
    }

    @Override
    public URI server() {
        return server.uri("/");
    }

    @Override
    public void crash() {
        server.killHard();
    }

    @Override
    public void recover() {
        server.restart();
    }

    @Override
    public StoredLog log() throws SQLException {
        return StoredLog.ofSqlite(file(folder));
    }

    static Path file(Path folder) {
        return folder.resolve("data").resolve("parley.db");
    }

    @Override
    public void close() {
        server.close();
    }
}
