package dev.parley.fanout;

import dev.parley.kernel.Clock;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Timers;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

/// Says once more how far a room has come when it has been quiet for a moment: the last event of a burst is the one
/// whose loss no later event shows. Any thread.
///
/// At most [#MAX_ROOMS] at a time; the others are found by looking into the log each second.
final class HeadRepeats {

    static final Duration QUIET = Duration.ofMillis(150);
    static final int MAX_ROOMS = 10_000;

    private record Burst(Position head, long lastAt) {}

    private final Clock clock;
    private final Timers timers;
    private final BiConsumer<RoomId, Position> repeat;
    /// Each with one timer.
    private final Map<RoomId, Burst> bursts = new ConcurrentHashMap<>();

    HeadRepeats(Clock clock, Timers timers, BiConsumer<RoomId, Position> repeat) {
        this.clock = clock;
        this.timers = timers;
        this.repeat = repeat;
    }

    void committed(RoomId room, Position head) {
        var now = new Burst(head, clock.nanos());
        Burst known = bursts.computeIfPresent(room, (_, before) -> now);
        if (known == null && bursts.size() < MAX_ROOMS && bursts.put(room, now) == null) {
            timers.after(QUIET, () -> look(room));
        }
    }

    private void look(RoomId room) {
        Burst last = bursts.get(room);
        if (last == null) {
            return;
        }
        Duration left = QUIET.minusNanos(clock.nanos() - last.lastAt());
        if (left.isPositive()) {
            timers.after(left, () -> look(room));
        } else if (bursts.remove(room, last)) {
            repeat.accept(room, last.head());
        } else {
            timers.after(QUIET, () -> look(room));
        }
    }
}
