package dev.parley.adapters.memory;

import dev.parley.contract.StoreUnderTest;
import dev.parley.kernel.RoomId;
import dev.parley.room.spi.AttributeReader;
import dev.parley.room.spi.PeopleReader;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Function;

/// Two servers over one [MemoryStore] whose clock moves when told to.
final class MemoryStoreUnderTest implements StoreUnderTest {

    private volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final MemoryAttributeReader attributes;
    private final MemoryPeopleReader people;
    private final Ports first;
    private final Ports second;

    MemoryStoreUnderTest() {
        this(MemoryStoreUnderTest::ports, MemoryStoreUnderTest::ports);
    }

    MemoryStoreUnderTest(Function<MemoryStore, Ports> first, Function<MemoryStore, Ports> second) {
        var store = new MemoryStore((InstantSource) () -> now, 1_767_225_600_000L);
        this.people = new MemoryPeopleReader(store);
        this.attributes = new MemoryAttributeReader(store);
        this.first = first.apply(store);
        this.second = second.apply(store);
    }

    static Ports ports(MemoryStore store) {
        return new Ports(new MemoryRoomLog(store), new MemoryRoomReader(store), new MemoryStoreGeneration(store));
    }

    @Override
    public Ports first() {
        return first;
    }

    @Override
    public AttributeReader attributes() {
        return attributes;
    }

    @Override
    public PeopleReader people() {
        return people;
    }

    @Override
    public Ports second() {
        return second;
    }

    @Override
    public void age(RoomId room, Duration by) {
        now = now.plus(by);
    }

    @Override
    public boolean timeStandsStill() {
        return true;
    }

    @Override
    public void close() {}
}
