package dev.parley.adapters.sql.copy;

import dev.parley.access.spi.SigningKeyStore.SigningKey;
import java.util.List;

/// Where the keys that sign tokens are kept.
public interface SigningKeys {

    /// Those there are, the one that signs first. Makes none.
    List<SigningKey> present();

    /// Puts these before the ones there are; nothing happens to those that are there.
    void add(List<SigningKey> keys);
}
