package dev.parley.adapters.sql.copy;

import dev.parley.access.spi.SigningKeys;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/// One of the two stores of a copy, which no server uses as long as this is open. For one thread.
public interface CopyEnd extends AutoCloseable {

    /// For people: where it is.
    String place();

    /// Its transactions are begun by their first statement and ended by whoever began them. Each statement has a
    /// deadline.
    Connection connection();

    /// To be called at least every few seconds, or servers take the store for free.
    ///
    /// @throws CopyRefusedException when a server uses it all the same
    /// @throws dev.parley.log.spi.StoreUnavailableException when its database fails
    void hold();

    /// As [#hold], and it looks at once, however short ago that was.
    void holdNow();

    /// In the transaction under way.
    void insert(CopiedTable table, List<StoredRow> rows) throws SQLException;

    /// The keys that sign tokens in this store's deployment.
    SigningKeys signingKeys();

    /// Makes the store ready for its first server, once everything is in it.
    void complete() throws SQLException;

    @Override
    void close();
}
