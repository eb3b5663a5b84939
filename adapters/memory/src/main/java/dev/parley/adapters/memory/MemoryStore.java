package dev.parley.adapters.memory;

import dev.parley.access.ApiKey;
import dev.parley.kernel.RoomId;
import dev.parley.lifecycle.LifecycleEntry;
import dev.parley.lifecycle.LifecycleKind;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What several servers share in memory: the rooms, the generation, the API keys,
/// the lifecycle log. Several adapters over one of these
/// behave like several servers over one database. It lasts as long as the process.
///
/// Adapters hold this object's monitor while they look at it. It has no threads and no randomness of its
/// own, so in one thread over a virtual clock it is deterministic.
public final class MemoryStore {

    private final InstantSource clock;
    final MemoryUsage usage;
    final NavigableMap<String, MemoryRoom> rooms = new TreeMap<>();
    final EndedLives ended = new EndedLives();
    final NavigableMap<String, ApiKey> keys = new TreeMap<>();
    final LifecycleRows lifecycle = new LifecycleRows();
    long generation;

    /// @param clock the time of day, for everything in the store
    /// @param generation never used before by a store whose clients may come back; the start time in ms
    /// is one
    public MemoryStore(InstantSource clock, long generation, MemoryBounds bounds) {
        this.clock = clock;
        this.generation = generation;
        this.usage = new MemoryUsage(bounds);
    }

    public MemoryStore(InstantSource clock, long generation) {
        this(clock, generation, MemoryBounds.DEFAULT);
    }

    Moment now() {
        return new Moment(ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant()));
    }

    @Nullable
    MemoryRoom room(RoomId id) {
        return rooms.get(id.value());
    }

    void add(MemoryRoom room) {
        rooms.put(room.id.value(), room);
        usage.add(1 + room.people.size(), 0);
        tell(LifecycleKind.ROOM_CREATED, room, room.createdAt);
    }

    void end(MemoryRoom room, Moment now) {
        rooms.remove(room.id.value());
        ended.add(room, now.millis());
        tell(LifecycleKind.ROOM_DESTROYED, room, now.millis());
    }

    private void tell(LifecycleKind kind, MemoryRoom room, long now) {
        lifecycle.append(new LifecycleEntry(kind, room.id, null, null), now);
    }

    /// A reading of the clock; one serves a whole transaction.
    record Moment(long micros) {

        long millis() {
            return micros / 1_000;
        }
    }
}
