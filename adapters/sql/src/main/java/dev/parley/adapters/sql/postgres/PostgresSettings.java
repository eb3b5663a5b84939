package dev.parley.adapters.sql.postgres;

import org.jspecify.annotations.Nullable;

/// How to reach the database, and with how many connections.
///
/// @param url see [PostgresUrl]
/// @param user wins over one in the address
/// @param acceptUnsafe start also when the database may lose what it acknowledged
/// @param writeConnections at most; a lane has one transaction under way and waits in two more for held rooms
/// @param readConnections at most
public record PostgresSettings(
        String url,
        @Nullable String user,
        @Nullable String password,
        boolean acceptUnsafe,
        int writeConnections,
        int readConnections) {

    /// Four lanes, each with two rooms it waits for, and two for what else writes.
    public static final int DEFAULT_WRITE_CONNECTIONS = 14;

    public static final int DEFAULT_READ_CONNECTIONS = 8;

    public PostgresSettings {
        var _ = PostgresUrl.parse(url);
        if (writeConnections < 1 || readConnections < 1) {
            throw new IllegalArgumentException(
                    "parley.postgres needs at least one connection to write and one to read");
        }
    }

    public static PostgresSettings of(String url, @Nullable String user, @Nullable String password) {
        return new PostgresSettings(url, user, password, false, DEFAULT_WRITE_CONNECTIONS, DEFAULT_READ_CONNECTIONS);
    }

    public PostgresSettings acceptingUnsafe() {
        return new PostgresSettings(url, user, password, true, writeConnections, readConnections);
    }

    PostgresUrl address() {
        return PostgresUrl.parse(url);
    }

    /// For messages.
    String place() {
        return address().place();
    }

    /// Secrets stay out of logs.
    @Override
    public String toString() {
        return "PostgresSettings[" + place() + "]";
    }
}
