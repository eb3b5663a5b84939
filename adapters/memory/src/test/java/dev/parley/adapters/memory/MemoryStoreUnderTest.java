package dev.parley.adapters.memory;

import dev.parley.contract.StoreUnderTest;
import dev.parley.kernel.RoomId;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// Two servers over one [MemoryStore] whose clock moves when told to.
final class MemoryStoreUnderTest implements StoreUnderTest {

    private volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final MemoryStore store = new MemoryStore((InstantSource) () -> now, 1_767_225_600_000L);
    private final Ports first = ports();
    private final Ports second = ports();

    private Ports ports() {
        return new Ports(new MemoryRoomLog(store), new MemoryRoomReader(store), new MemoryStoreGeneration(store));
    }

    @Override
    public Ports first() {
        return first;
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
