package dev.parley.simulation.streams;

import dev.parley.adapters.memory.MemoryRoomLog;
import dev.parley.adapters.memory.MemoryRoomReader;
import dev.parley.adapters.memory.MemoryStore;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.UserId;
import dev.parley.log.Append;
import dev.parley.log.AppendResult.Appended;
import dev.parley.log.AppendResult.Applied;
import dev.parley.log.AppendResult.Settled;
import dev.parley.log.LogPage;
import dev.parley.log.PageRequest;
import dev.parley.log.StateChange.CreateRoom;
import dev.parley.log.StateChange.DestroyRoom;
import dev.parley.log.spi.RoomLog;
import dev.parley.room.RoomState;
import dev.parley.room.RulesMark;
import dev.parley.room.spi.RoomReader;
import dev.parley.simulation.VirtualTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The store all nodes share, in memory, whose whole past is written down; so it can be put back to what it was some
/// time ago, as an operator does who restores a copy: then under a new generation.
final class RestorableStore implements RoomLog, RoomReader {

    private sealed interface Write {
        long at();
    }

    private record Batch(long at, List<Append> items) implements Write {}

    private record Trim(long at, RoomId room, int rows) implements Write {}

    private final VirtualTime time;
    private final LogHistory history;
    private final Instant begin;
    private final List<Write> writes = new ArrayList<>();
    private long generation;
    private MemoryRoomLog log;
    private MemoryRoomReader reader;
    /// Virtual nanoseconds, also while old writes are done again.
    private long now;

    RestorableStore(VirtualTime time, LogHistory history, long generation) {
        this.time = time;
        this.history = history;
        this.begin = Instant.ofEpochMilli(history.storeMillis(0));
        this.generation = generation;
        MemoryStore memory = memory();
        this.log = new MemoryRoomLog(memory);
        this.reader = new MemoryRoomReader(memory);
    }

    private MemoryStore memory() {
        return new MemoryStore(() -> begin.plusNanos(now), generation);
    }

    /// How many writes there were; a copy is named by it.
    int copy() {
        return writes.size();
    }

    /// Counts restores.
    long generation() {
        return generation;
    }

    /// Everything written after that copy is gone.
    void restore(int copy) {
        history.rooms().forEach(room -> end(room, time.nanos()));
        generation++;
        MemoryStore memory = memory();
        log = new MemoryRoomLog(memory);
        reader = new MemoryRoomReader(memory);
        List<Write> kept = List.copyOf(writes.subList(0, Math.min(copy, writes.size())));
        writes.clear();
        kept.forEach(write -> {
            now = write.at();
            switch (write) {
                case Batch batch -> write(batch);
                case Trim trim -> write(trim);
            }
        });
    }

    @Override
    public List<Settled> append(List<Append> items, Patience patience) {
        now = time.nanos();
        return write(new Batch(now, List.copyOf(items)));
    }

    private List<Settled> write(Batch batch) {
        List<Settled> results = log.append(batch.items(), Patience.SKIP_HELD);
        for (int i = 0; i < results.size(); i++) {
            note(batch.items().get(i), results.get(i));
        }
        writes.add(batch);
        return results;
    }

    private void note(Append item, Settled result) {
        if (result instanceof Applied(var epoch, var duplicate) && !duplicate && item.change() instanceof CreateRoom) {
            history.begin(item.room(), epoch, time.nanos());
        }
        if (result instanceof Appended(var event, var duplicate) && !duplicate) {
            history.commit(event, time.nanos());
            if (item.change() instanceof DestroyRoom) {
                end(item.room(), time.nanos());
            }
        }
    }

    private void end(RoomId room, long at) {
        RoomLife life = history.current(room);
        if (life != null) {
            life.end(at);
        }
    }

    @Override
    public int trim(RoomId room, int rows) {
        now = time.nanos();
        return write(new Trim(now, room, rows));
    }

    private int write(Trim trim) {
        int removed = log.trim(trim.room(), trim.rows());
        RoomLife life = history.current(trim.room());
        if (removed > 0 && life != null) {
            writes.add(trim);
            reader.read(trim.room()).ifPresent(state -> life.trim(state.first(), time.nanos()));
        }
        return removed;
    }

    @Override
    public LogPage page(RoomId room, PageRequest from, int limit) {
        now = time.nanos();
        return log.page(room, from, limit);
    }

    @Override
    public LogPage answers(RoomId room, long ref, @Nullable Position after, int limit) {
        now = time.nanos();
        return log.answers(room, ref, after, limit);
    }

    @Override
    public List<RoomId> limitedRooms(String after, int limit) {
        return log.limitedRooms(after, limit);
    }

    /// Nobody asks for what it would remove.
    @Override
    public int sweep(int maxRows) {
        return 0;
    }

    @Override
    public Optional<RoomState> read(RoomId room, Set<UserId> asked) {
        return reader.read(room, asked);
    }

    @Override
    public Map<RoomId, RulesMark> marks(Collection<RoomId> rooms) {
        return reader.marks(rooms);
    }

    @Override
    public Map<RoomId, Position> heads(Collection<RoomId> rooms) {
        return reader.heads(rooms);
    }

    @Override
    public List<RoomState> list(String prefix, String after, int limit) {
        return reader.list(prefix, after, limit);
    }
}
