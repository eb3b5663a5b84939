package dev.parley.simulation.streams;

import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.UserId;
import dev.parley.log.Append;
import dev.parley.log.AppendResult.Settled;
import dev.parley.log.LogPage;
import dev.parley.log.PageRequest;
import dev.parley.log.spi.OutcomeUnknownException;
import dev.parley.log.spi.RoomLog;
import dev.parley.log.spi.StoreUnavailableException;
import dev.parley.room.RoomState;
import dev.parley.room.RulesMark;
import dev.parley.room.spi.RoomReader;
import dev.parley.simulation.Faults;
import dev.parley.simulation.Faults.Fate;
import dev.parley.simulation.VirtualTime;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One node's way to the store, which fails now and then: before, or so that nobody knows.
final class ShakyRoomLog implements RoomLog, RoomReader {

    private final RestorableStore store;
    private final Faults faults;
    private final VirtualTime time;
    /// Whether a transaction may go on at the store without its node.
    private final boolean orphans;
    /// Whether every commit is heard of by the node that made it.
    private final boolean exact;

    ShakyRoomLog(StreamWorld world) {
        this.store = world.store;
        this.faults = world.faults;
        this.time = world.time;
        this.orphans = world.severalNodes;
        this.exact = world.exact();
    }

    private static OutcomeUnknownException unknown() {
        return new OutcomeUnknownException("the connection was lost", new IllegalStateException("planned"));
    }

    private void reach() {
        if (faults.readFails()) {
            throw new StoreUnavailableException("the store is away");
        }
    }

    @Override
    public List<Settled> append(List<Append> batch, Patience patience) {
        Fate fate = faults.fate();
        return switch (exact && fate != Fate.NOT_BEGUN ? Fate.COMMITTED : fate) {
            case NOT_BEGUN -> throw new StoreUnavailableException("the store is away");
            case COMMITTED -> store.append(batch, patience);
            case ANSWER_LOST -> {
                store.append(batch, patience);
                throw unknown();
            }
            case REQUEST_LOST -> throw unknown();
            case ORPHANED -> {
                commitLater(batch);
                throw unknown();
            }
        };
    }

    /// Unless the store was restored meanwhile: that ends what is under way.
    private void commitLater(List<Append> batch) {
        long generation = store.generation();
        if (orphans) {
            time.after(faults.orphanLasts(), () -> {
                if (store.generation() == generation) {
                    store.append(batch, Patience.SKIP_HELD);
                }
            });
        }
    }

    @Override
    public LogPage page(RoomId room, PageRequest from, int limit) {
        reach();
        return store.page(room, from, limit);
    }

    @Override
    public LogPage answers(RoomId room, long ref, @Nullable Position after, int limit) {
        reach();
        return store.answers(room, ref, after, limit);
    }

    @Override
    public int trim(RoomId room, int maxRows) {
        reach();
        return store.trim(room, maxRows);
    }

    @Override
    public List<RoomId> limitedRooms(String after, int limit) {
        reach();
        return store.limitedRooms(after, limit);
    }

    @Override
    public int sweep(int maxRows) {
        reach();
        return store.sweep(maxRows);
    }

    @Override
    public Optional<RoomState> read(RoomId room, Set<UserId> asked) {
        reach();
        return store.read(room, asked);
    }

    @Override
    public Map<RoomId, RulesMark> marks(Collection<RoomId> rooms) {
        reach();
        return store.marks(rooms);
    }

    @Override
    public List<RoomState> list(String prefix, String after, int limit) {
        reach();
        return store.list(prefix, after, limit);
    }

    @Override
    public Map<RoomId, Position> heads(Collection<RoomId> rooms) {
        reach();
        return store.heads(rooms);
    }
}
