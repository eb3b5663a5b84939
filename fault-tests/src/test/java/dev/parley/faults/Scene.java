package dev.parley.faults;

import java.net.URI;
import java.nio.file.Path;
import java.sql.SQLException;

/// A server, its store, and what of them is killed.
interface Scene extends AutoCloseable {

    /// Each with SIGKILL.
    enum Victim {
        /// A server with its embedded store.
        SERVER,
        /// All processes of PostgreSQL; the server has to get over it by itself.
        DATABASE,
        /// A server and its PostgreSQL together.
        BOTH
    }

    /// @param folder for the server to work in
    static Scene open(Victim victim, Path folder) {
        return switch (victim) {
            case SERVER -> new SqliteScene(folder);
            case DATABASE -> new PostgresScene(folder, false);
            case BOTH -> new PostgresScene(folder, true);
        };
    }

    URI server();

    /// Returns when all that was to die is dead.
    void crash();

    /// Starts again what died, and returns when that is up.
    void recover();

    StoredLog log() throws SQLException;

    @Override
    void close();
}
