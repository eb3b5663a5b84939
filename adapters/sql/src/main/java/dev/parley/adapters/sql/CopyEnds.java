package dev.parley.adapters.sql;

import dev.parley.access.spi.SigningKeys;
import dev.parley.adapters.sql.copy.CopyEnd;
import dev.parley.adapters.sql.copy.CopyRefusedException;
import dev.parley.adapters.sql.postgres.PostgresEnd;
import dev.parley.adapters.sql.postgres.PostgresSettings;
import dev.parley.adapters.sql.sqlite.SqliteEnd;
import java.nio.file.Path;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/// Opens the stores that a copy is made from and to, by their addresses: `sqlite:folder` or
/// `postgresql://user:password@host:port/database`.
///
/// @param user of PostgreSQL, where the address has none
/// @param password that user's
/// @param keys the signing keys in the folder of an embedded store
public record CopyEnds(@Nullable String user, @Nullable String password, SigningKeys.Folders keys) {

    private static final String SQLITE = "sqlite:";
    private static final String POSTGRESQL = "postgresql://";

    /// @throws dev.parley.log.spi.StoreNotOpenedException when the store is used, is not there or is of another release
    public CopyEnd source(String address) throws SQLException {
        return isSqlite(address)
                ? SqliteEnd.source(folder(address), keys.in(folder(address)))
                : PostgresEnd.source(settings(address));
    }

    /// @throws dev.parley.log.spi.StoreNotOpenedException when the store is used or cannot be made
    public CopyEnd target(String address) throws SQLException {
        return isSqlite(address)
                ? SqliteEnd.target(folder(address), keys.in(folder(address)))
                : PostgresEnd.target(settings(address));
    }

    private static boolean isSqlite(String address) {
        if (address.startsWith(SQLITE) && address.length() > SQLITE.length()) {
            return true;
        }
        if (address.startsWith(POSTGRESQL) || address.startsWith("jdbc:" + POSTGRESQL)) {
            return false;
        }
        throw new CopyRefusedException("A store's address is written sqlite:folder, for example sqlite:./data, or"
                + " postgresql://host:port/database.");
    }

    private static Path folder(String address) {
        return Path.of(address.substring(SQLITE.length())).toAbsolutePath().normalize();
    }

    /// A database that may lose what it acknowledged is the business of the server that will use it.
    private PostgresSettings settings(String address) {
        String rest = address.substring(address.indexOf("//") + 2).split("[/?]", 2)[0];
        boolean named = rest.contains("@");
        return PostgresSettings.of(address, named ? null : user, named ? null : password)
                .acceptingUnsafe();
    }

    /// Secrets stay out of logs.
    @Override
    public String toString() {
        return "CopyEnds[" + user + "]";
    }
}
