package dev.parley.adapters.memory;

import dev.parley.contract.NodeDirectoryContract;
import java.time.InstantSource;

class MemoryNodeDirectoryTest extends NodeDirectoryContract {

    @Override
    protected Directories open() {
        var directory = new MemoryNodeDirectory(InstantSource.system());
        return new Directories(directory, directory, () -> {});
    }
}
