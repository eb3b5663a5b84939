package dev.parley.contract;

import dev.parley.kernel.RoomId;
import dev.parley.log.spi.RoomLog;
import dev.parley.log.spi.StoreGeneration;
import dev.parley.room.spi.AttributeReader;
import dev.parley.room.spi.PeopleReader;
import dev.parley.room.spi.RoomReader;
import java.time.Duration;

/// A store for one test, without any room in the beginning, as the servers over it see it.
public interface StoreUnderTest extends AutoCloseable {

    /// What one server sees of the store.
    record Ports(RoomLog log, RoomReader rooms, StoreGeneration generation) {}

    /// The same ports at each call.
    Ports first();

    /// What the first server reads of attributes.
    AttributeReader attributes();

    /// What the first server reads of people.
    PeopleReader people();

    /// The ports of a second server over the same backend, the same at each call. Only
    /// [SharedStoreContract] asks.
    Ports second();

    /// Makes all that is stored of this room id (state, events, remembered ids, limit) older by this
    /// much. A store whose clock is settable moves its clock instead. Negative: as if the clock had
    /// stepped back; then all that is stored lies in the future.
    void age(RoomId room, Duration by);

    /// Whether the store's time passes by [#age] alone. Then the contract counts to the microsecond;
    /// otherwise it allows for the time that the test itself took.
    boolean timeStandsStill();

    /// How many random walks over pages this store does in a few seconds.
    default int pageWalks() {
        return 10_000;
    }

    @Override
    void close();
}
