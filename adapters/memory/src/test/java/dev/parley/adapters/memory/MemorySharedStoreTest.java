package dev.parley.adapters.memory;

import dev.parley.contract.SharedStoreContract;
import dev.parley.contract.StoreUnderTest;

class MemorySharedStoreTest extends SharedStoreContract {

    @Override
    protected StoreUnderTest newStore() {
        return new MemoryStoreUnderTest();
    }
}
