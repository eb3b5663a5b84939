package dev.parley.adapters.memory;

import dev.parley.contract.RoomReaderContract;
import dev.parley.contract.StoreUnderTest;

class MemoryRoomReaderTest extends RoomReaderContract {

    @Override
    protected StoreUnderTest newStore() {
        return new MemoryStoreUnderTest();
    }
}
