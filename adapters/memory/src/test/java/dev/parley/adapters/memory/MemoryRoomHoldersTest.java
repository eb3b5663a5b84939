package dev.parley.adapters.memory;

import dev.parley.contract.RoomHoldersContract;

class MemoryRoomHoldersTest extends RoomHoldersContract {

    @Override
    protected Registry open() {
        var holders = new MemoryRoomHolders(System::nanoTime);
        return new Registry(holders, holders, holders::forget, () -> {});
    }
}
