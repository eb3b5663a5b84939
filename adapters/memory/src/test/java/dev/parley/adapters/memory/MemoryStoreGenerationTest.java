package dev.parley.adapters.memory;

import dev.parley.contract.StoreGenerationContract;
import dev.parley.contract.StoreUnderTest;

class MemoryStoreGenerationTest extends StoreGenerationContract {

    @Override
    protected StoreUnderTest newStore() {
        return new MemoryStoreUnderTest();
    }
}
