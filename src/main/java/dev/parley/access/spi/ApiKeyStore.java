package dev.parley.access.spi;

import dev.parley.access.ApiKey;
import dev.parley.kernel.UserId;
import java.util.List;

/// Keeps the keys of backends, by their hashes alone. All servers over one store see the same; what one wrote the next
/// call of any reads. Each call may block, has a deadline, and throws
/// [dev.parley.log.spi.StoreUnavailableException] when the store cannot be used. Safe for use by several threads.
public interface ApiKeyStore {

    /// Most keys: servers hold all of them. With writers at the same time a few more may get in.
    int MAX_KEYS = 1_000;

    /// How adding a key ended.
    enum Added {
        ADDED,
        /// There is a key of that name, which stays as it is. Of several that add one name at once, one wins.
        NAME_TAKEN,
        /// There are [#MAX_KEYS] already.
        FULL
    }

    /// All keys by name.
    List<ApiKey> all();

    Added add(ApiKey key);

    /// Takes a key back.
    ///
    /// @return whether there was one
    boolean remove(UserId name);
}
