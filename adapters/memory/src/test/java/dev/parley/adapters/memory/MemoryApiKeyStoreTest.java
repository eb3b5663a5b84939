package dev.parley.adapters.memory;

import dev.parley.contract.ApiKeyStoreContract;
import java.time.InstantSource;

class MemoryApiKeyStoreTest extends ApiKeyStoreContract {

    @Override
    protected Stores open() {
        var store = new MemoryStore(InstantSource.system(), 1);
        return new Stores(new MemoryApiKeyStore(store), new MemoryApiKeyStore(store), () -> {});
    }
}
