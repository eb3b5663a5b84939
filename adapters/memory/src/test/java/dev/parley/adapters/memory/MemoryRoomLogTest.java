package dev.parley.adapters.memory;

import dev.parley.contract.RoomLogContract;
import dev.parley.contract.StoreUnderTest;

class MemoryRoomLogTest extends RoomLogContract {

    @Override
    protected StoreUnderTest newStore() {
        return new MemoryStoreUnderTest();
    }
}
