package dev.parley.adapters.memory;

import dev.parley.contract.RoomLogContract;
import dev.parley.contract.RoomReaderContract;
import dev.parley.contract.SharedStoreContract;
import dev.parley.contract.StoreGenerationContract;
import dev.parley.contract.StoreUnderTest;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The contracts over a store with the fault that is planted just now. Only [PlantedFaultsTest] runs
/// them.
final class FaultyStores {

    /// JUnit makes the test instances, so the fault reaches them by this field; one launch runs at a
    /// time.
    static volatile @Nullable PlantedFault planted;

    private FaultyStores() {}

    private static PlantedFault fault() {
        return Objects.requireNonNull(planted, "these contracts run for a planted fault");
    }

    static class Log extends RoomLogContract {
        @Override
        protected StoreUnderTest newStore() {
            return new MemoryStoreUnderTest(fault().ports(), fault().ports());
        }
    }

    static class Reader extends RoomReaderContract {
        @Override
        protected StoreUnderTest newStore() {
            return new MemoryStoreUnderTest(fault().ports(), fault().ports());
        }
    }

    static class Generation extends StoreGenerationContract {
        @Override
        protected StoreUnderTest newStore() {
            return new MemoryStoreUnderTest(fault().ports(), fault().ports());
        }
    }

    static class Shared extends SharedStoreContract {
        @Override
        protected StoreUnderTest newStore() {
            return new MemoryStoreUnderTest(MemoryStoreUnderTest::ports, fault().ports());
        }
    }
}
