package dev.parley.adapters.memory;

import dev.parley.contract.StoreUnderTest.Ports;
import dev.parley.log.spi.RoomLog;
import dev.parley.log.spi.StoreGeneration;
import dev.parley.room.spi.RoomReader;
import java.util.function.Function;

/// A way to get a port wrong, and the clause that has to notice.
///
/// @param contract the test class that hands the faulty store to a contract
/// @param group the contract's nested class, empty for none
/// @param clause the test method
record PlantedFault(String name, Class<?> contract, String group, String clause, Function<MemoryStore, Ports> ports) {

    static PlantedFault ofLog(String name, String group, String clause, Function<MemoryStore, RoomLog> log) {
        return new PlantedFault(name, FaultyStores.Log.class, group, clause, store -> ports(store, log.apply(store)));
    }

    static PlantedFault ofReader(String name, String clause, Function<MemoryStore, RoomReader> reader) {
        return new PlantedFault(
                name,
                FaultyStores.Reader.class,
                "",
                clause,
                store -> new Ports(new MemoryRoomLog(store), reader.apply(store), new MemoryStoreGeneration(store)));
    }

    static PlantedFault ofGeneration(String name, String clause, Function<MemoryStore, StoreGeneration> generation) {
        return new PlantedFault(
                name,
                FaultyStores.Generation.class,
                "",
                clause,
                store -> new Ports(new MemoryRoomLog(store), new MemoryRoomReader(store), generation.apply(store)));
    }

    static PlantedFault ofSecondServer(String name, String clause, Function<MemoryStore, RoomLog> log) {
        return new PlantedFault(name, FaultyStores.Shared.class, "", clause, store -> ports(store, log.apply(store)));
    }

    private static Ports ports(MemoryStore store, RoomLog log) {
        return new Ports(log, new MemoryRoomReader(store), new MemoryStoreGeneration(store));
    }

    @Override
    public String toString() {
        return name;
    }
}
