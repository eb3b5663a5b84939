package dev.parley.simulation;

import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.log.Append;
import dev.parley.log.AppendResult.Held;
import dev.parley.log.AppendResult.Settled;
import dev.parley.log.LogPage;
import dev.parley.log.PageRequest;
import dev.parley.log.spi.BatchRejectedException;
import dev.parley.log.spi.OutcomeUnknownException;
import dev.parley.log.spi.RoomLog;
import dev.parley.log.spi.StoreUnavailableException;
import dev.parley.simulation.SimulatedOffload.NotYetException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One node's way to a shared log, with everything that can happen on it. Commits are written down.
final class UnreliableRoomLog implements RoomLog {

    /// Data that begins like this is refused by the store.
    static final String POISON = "{\"poison\"";

    /// How long a transaction waits for a locked room.
    private static final long PATIENCE_NANOS = Duration.ofSeconds(1).toNanos();

    private final RoomLog log;
    private final NodeRun.Id node;
    private final VirtualTime time;
    private final Faults faults;
    private final RoomLocks locks;
    private final LogRecord record;
    private final Witness witness;
    /// By the batch that waits.
    private final IdentityHashMap<List<Append>, Long> waitingSince = new IdentityHashMap<>();

    UnreliableRoomLog(
            RoomLog log,
            NodeRun.Id node,
            VirtualTime time,
            Faults faults,
            RoomLocks locks,
            LogRecord record,
            Witness witness) {
        this.log = log;
        this.node = node;
        this.time = time;
        this.faults = faults;
        this.locks = locks;
        this.record = record;
        this.witness = witness;
    }

    @Override
    public List<Settled> append(List<Append> batch, Patience patience) {
        if (patience == Patience.WAIT) {
            awaitRooms(batch);
        }
        return switch (faults.fate()) {
            case NOT_BEGUN -> throw new StoreUnavailableException("the store is away");
            case COMMITTED -> commit(batch);
            case ANSWER_LOST -> {
                commit(batch);
                throw unknown(batch);
            }
            case REQUEST_LOST -> throw unknown(batch);
            case ORPHANED -> {
                orphan(batch);
                throw unknown(batch);
            }
        };
    }

    private void awaitRooms(List<Append> batch) {
        long since = waitingSince.computeIfAbsent(batch, _ -> time.nanos());
        long patience = since + PATIENCE_NANOS - time.nanos();
        long locked = batch.stream()
                .mapToLong(item -> locks.remaining(item.room()))
                .max()
                .orElse(0);
        if (locked > 0 && patience > 0) {
            throw sneaky(new NotYetException(Duration.ofNanos(Math.min(locked, patience))));
        }
        waitingSince.remove(batch);
    }

    /// The port's methods declare nothing; whoever made the call through the simulated offload knows this one.
    @SuppressWarnings("unchecked")
    private static <E extends Exception> RuntimeException sneaky(Exception e) throws E {
        throw (E) e;
    }

    private OutcomeUnknownException unknown(List<Append> batch) {
        witness.doubt(node, batch);
        return new OutcomeUnknownException("the connection was lost", new IllegalStateException("planned"));
    }

    private List<Settled> commit(List<Append> batch) {
        List<Append> free =
                batch.stream().filter(item -> !locks.held(item.room())).toList();
        refusePoison(free);
        Iterator<Settled> settled = settle(free, false).iterator();
        List<Settled> results = new ArrayList<>(batch.size());
        for (Append item : batch) {
            results.add(locks.held(item.room()) ? new Held() : settled.next());
        }
        return results;
    }

    private static void refusePoison(List<Append> batch) {
        for (Append item : batch) {
            if (item.event() != null && item.event().data().toString().startsWith(POISON)) {
                throw new BatchRejectedException("the content is refused", new IllegalStateException("planned"));
            }
        }
    }

    private List<Settled> settle(List<Append> batch, boolean orphaned) {
        List<Settled> results = log.append(batch, Patience.SKIP_HELD);
        record.add(node, orphaned, batch, results);
        return results;
    }

    private void orphan(List<Append> batch) {
        List<Append> free =
                batch.stream().filter(item -> !locks.held(item.room())).toList();
        Duration lasts = faults.orphanLasts();
        // Past the commit, or who waits for the lock might be let in at the same moment before it.
        free.forEach(item -> locks.hold(item.room(), lasts.toNanos() + 1));
        boolean commits = faults.coin();
        time.after(lasts, () -> {
            if (commits) {
                commitOrphan(free);
            }
        });
    }

    private void commitOrphan(List<Append> batch) {
        try {
            refusePoison(batch);
            settle(batch, true);
        } catch (BatchRejectedException _) {
            // It ends as it would have with its node.
        }
    }

    private void reach() {
        if (faults.readFails()) {
            throw new StoreUnavailableException("the store is away");
        }
    }

    @Override
    public LogPage page(RoomId room, PageRequest from, int limit) {
        reach();
        return log.page(room, from, limit);
    }

    @Override
    public LogPage answers(RoomId room, long ref, @Nullable Position after, int limit) {
        reach();
        return log.answers(room, ref, after, limit);
    }

    @Override
    public int trim(RoomId room, int maxRows) {
        reach();
        return log.trim(room, maxRows);
    }

    @Override
    public List<RoomId> limitedRooms(String after, int limit) {
        reach();
        return log.limitedRooms(after, limit);
    }

    @Override
    public int sweep(int maxRows) {
        reach();
        return log.sweep(maxRows);
    }
}
