package dev.parley.access.spi;

import dev.parley.access.spi.SigningKeyStore.SigningKey;
import java.nio.file.Path;
import java.util.List;

/// Where the keys that sign tokens are kept, for whoever moves them. Calls block.
public interface SigningKeys {

    /// Those in the folder of an embedded store.
    @FunctionalInterface
    interface Folders {
        SigningKeys in(Path folder);
    }

    /// Those there are, the one that signs first. Makes none.
    List<SigningKey> present();

    /// Puts these before the ones there are; nothing happens to those that are there.
    void add(List<SigningKey> keys);
}
