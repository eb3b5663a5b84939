package dev.parley.simulation;

import dev.parley.access.AccessPolicy;
import dev.parley.access.Grants;
import dev.parley.access.Permission;
import dev.parley.adapters.memory.MemoryRoomLog;
import dev.parley.adapters.memory.MemoryRoomReader;
import dev.parley.adapters.memory.MemoryStore;
import dev.parley.kernel.RoomId;
import dev.parley.log.LaneLimits;
import dev.parley.log.spi.RoomLog;
import dev.parley.room.spi.RoomReader;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/// What all nodes and clients of one run share, and how large the run is; all of it drawn from the seed.
final class World {

    private static final Instant BEGIN = Instant.parse("2026-06-01T12:00:00Z");
    private static final long GENERATION = 1_780_000_000_000L;

    final SplittableRandom random;
    final VirtualTime time;
    final Trace trace;
    final Faults faults;
    final RoomLocks locks;
    final LogRecord record;
    final Witness witness;
    final Journal journal;
    final Wiring wiring;
    final StoreClock storeClock;
    final RoomLog store;
    final RoomReader reader;
    final AccessPolicy policy;
    final LaneLimits limits;
    final boolean autoCreate;
    final List<RoomId> rooms;

    World(long seed, boolean keepTrace, Wiring wiring) {
        this.random = new SplittableRandom(seed);
        this.time = new VirtualTime(random.split());
        this.trace = new Trace(time, keepTrace);
        this.faults = new Faults(random.split());
        this.locks = new RoomLocks(time);
        this.storeClock = new StoreClock(time, BEGIN);
        this.record = new LogRecord(time, storeClock, trace);
        this.witness = new Witness(time);
        this.journal = new Journal(time, trace);
        this.wiring = wiring;
        var memory = new MemoryStore(storeClock, GENERATION);
        this.store = wiring.store(new MemoryRoomLog(memory));
        this.reader = new MemoryRoomReader(memory);
        this.policy = new AccessPolicy(Grants.of(Map.of("*", Set.of(Permission.PUBLISH, Permission.SUBSCRIBE))));
        this.limits = random.nextBoolean() ? LaneLimits.DEFAULT : narrow();
        this.autoCreate = random.nextBoolean();
        this.rooms = IntStream.rangeClosed(1, 1 + random.nextInt(4))
                .mapToObj(i -> new RoomId("room" + i))
                .toList();
    }

    /// Bounds that a few clients reach.
    private LaneLimits narrow() {
        return new LaneLimits(
                1 + random.nextInt(3),
                2 + random.nextInt(14),
                2_000 + random.nextInt(20_000),
                16 + random.nextInt(48),
                8_000 + random.nextInt(60_000),
                8 + random.nextInt(24),
                1 + random.nextInt(2),
                random.nextBoolean() ? Duration.ofSeconds(10) : Duration.ofSeconds(2));
    }

    RoomId anyRoom(SplittableRandom chance) {
        return rooms.get(chance.nextInt(rooms.size()));
    }
}
