package dev.parley.log;

import dev.parley.kernel.Event;
import dev.parley.kernel.Mailbox;
import dev.parley.kernel.Offload;
import dev.parley.kernel.Offload.Done;
import dev.parley.kernel.Offload.Failed;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Timers;
import dev.parley.log.spi.RoomLog;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Removes what retention allows to go, in the background and in small steps, one at a time: rooms that grew lately
/// every second, all others in a slow walk for what became due by age, then what destroyed rooms and old ids left.
///
/// Any number of nodes may sweep one store. A room that cannot be trimmed now is passed over; after
/// [#MAX_FAILURES] of them the round ends, and the next one makes up for it.
public final class RetentionSweep implements CommitListener {

    static final Duration PAUSE = Duration.ofSeconds(1);
    /// Rows of one step: short enough not to be in the way of appends.
    static final int STEP_ROWS = 500;
    /// Rooms that grew, remembered between two rounds; the walk finds those beyond.
    static final int MAX_GROWN = 4_096;
    /// Rooms the walk looks at in a round.
    static final int WALK_ROOMS = 100;
    /// Steps of one round for one room, so that a flood in one room leaves the others their turn.
    static final int ROOM_STEPS = 20;

    /// Failed steps after which the store is taken to be away.
    static final int MAX_FAILURES = 3;

    private static final Logger logger = LoggerFactory.getLogger(RetentionSweep.class);

    private sealed interface Message {}

    private record Begin() implements Message {}

    private record Walked(List<RoomId> rooms) implements Message {}

    private record Trimmed(RoomId room, int step, int rows) implements Message {}

    private record NotTrimmed(RoomId room, Exception cause) implements Message {}

    private record Swept(int step, int rows) implements Message {}

    private record Broken(Exception cause) implements Message {}

    private final RoomLog log;
    private final Offload offload;
    private final Timers timers;
    private final Mailbox<Message> mailbox;
    private final Set<RoomId> grown = ConcurrentHashMap.newKeySet();
    private final Deque<RoomId> due = new ArrayDeque<>();
    private String walkedTo = "";
    private int failures;

    public RetentionSweep(RoomLog log, Offload offload, Timers timers, Executor executor) {
        this.log = log;
        this.offload = offload;
        this.timers = timers;
        this.mailbox = new Mailbox<>(executor, this::handle);
    }

    /// Begins; call once.
    public void start() {
        rest();
    }

    @Override
    public void committed(RoomId room, Retention retention, List<Event> events) {
        if (retention.limited() && grown.size() < MAX_GROWN) {
            grown.add(room);
        }
    }

    private void rest() {
        timers.after(PAUSE, () -> mailbox.tell(new Begin()));
    }

    private void handle(Message message) {
        switch (message) {
            case Begin _ -> walk();
            case Walked(var rooms) -> {
                walkedTo = rooms.size() < WALK_ROOMS ? "" : rooms.getLast().value();
                due.addAll(rooms);
                next();
            }
            case Trimmed(var room, var step, var rows)
            when rows >= STEP_ROWS && step < ROOM_STEPS -> trim(room, step + 1);
            case Trimmed _ -> next();
            case Swept(var step, var rows) when rows >= STEP_ROWS && step < ROOM_STEPS -> sweep(step + 1);
            case Swept _ -> rest();
            case NotTrimmed(var room, var cause) -> passOver(room, cause);
            case Broken(var cause) -> end(cause);
        }
    }

    /// Another node may hold the room for a while: that must not cost the others their turn.
    private void passOver(RoomId room, Exception cause) {
        if (++failures >= MAX_FAILURES) {
            end(cause);
        } else {
            logger.warn("A room could not be trimmed ({}); its turn comes again", cause.toString());
            grown.add(room);
            next();
        }
    }

    private void end(Exception cause) {
        logger.warn("Retention could not go on ({}); the next round makes up for it", cause.toString());
        due.clear();
        rest();
    }

    private void walk() {
        failures = 0;
        grown.removeIf(room -> {
            due.add(room);
            return true;
        });
        String after = walkedTo;
        run(() -> log.limitedRooms(after, WALK_ROOMS), rooms -> mailbox.tell(new Walked(rooms)));
    }

    private void next() {
        RoomId room = due.poll();
        if (room == null) {
            sweep(1);
        } else {
            trim(room, 1);
        }
    }

    private void trim(RoomId room, int step) {
        offload.run(
                () -> log.trim(room, STEP_ROWS),
                result -> mailbox.tell(
                        switch (result) {
                            case Done<Integer>(var rows) -> new Trimmed(room, step, rows);
                            case Failed<Integer>(var cause) -> new NotTrimmed(room, cause);
                        }));
    }

    private void sweep(int step) {
        run(() -> log.sweep(STEP_ROWS), rows -> mailbox.tell(new Swept(step, rows)));
    }

    private <T> void run(Callable<T> call, Consumer<T> then) {
        offload.run(call, result -> {
            switch (result) {
                case Done<T>(var value) -> then.accept(value);
                case Failed<T>(var cause) -> mailbox.tell(new Broken(cause));
            }
        });
    }
}
