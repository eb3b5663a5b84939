package dev.parley.adapters.memory;

import dev.parley.access.ApiKey;
import dev.parley.access.spi.ApiKeyStore;
import dev.parley.kernel.UserId;
import java.util.List;

/// The API keys of a [MemoryStore].
public final class MemoryApiKeyStore implements ApiKeyStore {

    private final MemoryStore store;

    public MemoryApiKeyStore(MemoryStore store) {
        this.store = store;
    }

    @Override
    public List<ApiKey> all() {
        synchronized (store) {
            return List.copyOf(store.keys.values());
        }
    }

    @Override
    public Added add(ApiKey key) {
        synchronized (store) {
            if (store.keys.containsKey(key.name().value())) {
                return Added.NAME_TAKEN;
            }
            if (store.keys.size() >= MAX_KEYS) {
                return Added.FULL;
            }
            store.keys.put(key.name().value(), key);
            return Added.ADDED;
        }
    }

    @Override
    public boolean remove(UserId name) {
        synchronized (store) {
            return store.keys.remove(name.value()) != null;
        }
    }
}
