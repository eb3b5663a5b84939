package dev.parley.delivery;

import dev.parley.kernel.Offload;
import dev.parley.kernel.Offload.Done;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Timers;
import dev.parley.room.spi.RoomReader;
import java.time.Duration;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Asks the log for the heads of rooms, many in one query, and has only those tails read that are behind. One query
/// at a time; a room that is due several times before its query is asked for once. Any thread.
final class HeadChecks {

    /// Takes in one query for as many rooms as the store takes.
    static final int AT_A_TIME = 2_000;

    /// What one fault makes due comes together; several nodes do not ask at the same moment.
    private static final Duration GATHERING = Duration.ofMillis(20);

    private static final Logger log = LoggerFactory.getLogger(HeadChecks.class);

    private final RoomReader reader;
    private final Offload offload;
    private final Timers timers;
    private final RandomGenerator random;
    private final Function<RoomId, @Nullable Tail> tails;
    private final Set<RoomId> due = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean underWay = new AtomicBoolean();

    /// @param tails null for a room that nobody reads any more
    HeadChecks(
            RoomReader reader,
            Offload offload,
            Timers timers,
            RandomGenerator random,
            Function<RoomId, @Nullable Tail> tails) {
        this.reader = reader;
        this.offload = offload;
        this.timers = timers;
        this.random = random;
        this.tails = tails;
    }

    /// A query that begins after this call tells of these rooms. Bounded by the number of tails.
    void soon(Collection<RoomId> rooms) {
        due.addAll(rooms);
        begin();
    }

    private void begin() {
        if (!due.isEmpty() && underWay.compareAndSet(false, true)) {
            timers.after(GATHERING.dividedBy(2).plusNanos(random.nextLong(GATHERING.toNanos() / 2)), this::query);
        }
    }

    private void query() {
        Map<Tail, Position> asked = new LinkedHashMap<>();
        for (Iterator<RoomId> rooms = due.iterator(); rooms.hasNext() && asked.size() < AT_A_TIME; ) {
            Tail tail = tails.apply(rooms.next());
            rooms.remove();
            if (tail != null) {
                note(tail, asked);
            }
        }
        compare(asked, this::again);
    }

    private static void note(Tail tail, Map<Tail, Position> asked) {
        TailView view = tail.view();
        if (view == null) {
            // Its first read may have begun before what was lost.
            tail.check();
        } else {
            asked.put(tail, view.head());
        }
    }

    private void again() {
        underWay.set(false);
        begin();
    }

    /// @param asked with the head that each tail had before this call: one that is lower now went back
    void compare(Map<Tail, Position> asked, Runnable done) {
        if (asked.isEmpty()) {
            done.run();
            return;
        }
        Map<RoomId, Map.Entry<Tail, Position>> byRoom = new LinkedHashMap<>();
        asked.entrySet().forEach(entry -> byRoom.put(entry.getKey().room(), entry));
        offload.run(() -> reader.heads(byRoom.keySet()), result -> {
            take(byRoom, result);
            done.run();
        });
    }

    private static void take(
            Map<RoomId, Map.Entry<Tail, Position>> asked, Offload.Result<Map<RoomId, Position>> result) {
        switch (result) {
            case Offload.Failed<Map<RoomId, Position>>(var cause) ->
                log.warn("Heads could not be checked ({}); what other nodes append may be late", cause.toString());
            case Done<Map<RoomId, Position>>(var heads) ->
                asked.forEach((room, tail) -> tail.getKey().headSeen(tail.getValue(), heads.get(room)));
        }
    }
}
