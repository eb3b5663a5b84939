package dev.parley.adapters.memory;

import dev.parley.log.spi.StoreGeneration;

/// The generation of a [MemoryStore].
public final class MemoryStoreGeneration implements StoreGeneration {

    private final MemoryStore store;

    public MemoryStoreGeneration(MemoryStore store) {
        this.store = store;
    }

    @Override
    public long current() {
        synchronized (store) {
            return store.generation;
        }
    }

    @Override
    public long raise(long known) {
        synchronized (store) {
            if (store.generation == known) {
                store.generation++;
            }
            return store.generation;
        }
    }
}
