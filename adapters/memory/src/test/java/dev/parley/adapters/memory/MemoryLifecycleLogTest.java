package dev.parley.adapters.memory;

import dev.parley.contract.LifecycleLogContract;
import java.time.InstantSource;

class MemoryLifecycleLogTest extends LifecycleLogContract {

    @Override
    protected Logs open() {
        var store = new MemoryStore(InstantSource.system(), 1);
        return new Logs(
                new MemoryLifecycleLog(store), new MemoryLifecycleLog(store), new MemoryRoomLog(store), () -> {});
    }
}
