package dev.parley.fanout;

import dev.parley.kernel.Clock;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Timers;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiPredicate;

/// Says once more how far a room has come when it has been quiet for a moment: the last event of a burst is the one
/// whose loss no later event shows. While the bus is not there it waits: what was committed meanwhile is heard of
/// as soon as it is back. Any thread.
///
/// At most [#MAX_ROOMS] at a time; the others are found by looking into the log each second.
final class HeadRepeats {

    static final Duration QUIET = Duration.ofMillis(150);
    static final int MAX_ROOMS = 10_000;
    private static final Duration AGAIN = Duration.ofMillis(500);

    private record Burst(Position head, long lastAt) {}

    private final Clock clock;
    private final Timers timers;
    private final BiPredicate<RoomId, Position> repeat;
    /// Each with one timer.
    private final Map<RoomId, Burst> bursts = new ConcurrentHashMap<>();

    /// @param repeat false = not now
    HeadRepeats(Clock clock, Timers timers, BiPredicate<RoomId, Position> repeat) {
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
        } else if (!repeat.test(room, last.head())) {
            timers.after(AGAIN, () -> look(room));
        } else if (!bursts.remove(room, last)) {
            // One more came in this moment.
            timers.after(QUIET, () -> look(room));
        }
    }
}
