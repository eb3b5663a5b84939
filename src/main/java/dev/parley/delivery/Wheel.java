package dev.parley.delivery;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// When each stream of a lane wants to be looked at next, in ticks of [#TICK]. A stream that wants it
/// earlier is put in again; where it stood before it is passed over. Times further off than the wheel is
/// round are looked at once a round. Touched on the lane only.
final class Wheel {

    static final Duration TICK = Duration.ofMillis(500);
    private static final int SLOTS = 64;

    private final List<List<Stream>> slots = new ArrayList<>(SLOTS);
    private final long origin;
    private long tick;

    /// @param now in nanoseconds of the node's clock
    Wheel(long now) {
        this.origin = now;
        for (int i = 0; i < SLOTS; i++) {
            slots.add(new ArrayList<>());
        }
    }

    /// Passes over the time in which no stream was there.
    void skipTo(long now) {
        tick = Math.max(tick, (now - origin) / TICK.toNanos());
    }

    /// Looks at the stream in the first tick that begins after this time, unless it is due earlier.
    void plan(Stream stream, long at) {
        long due = Math.clamp((at - origin) / TICK.toNanos() + 1, tick + 1, tick + SLOTS - 1);
        if (stream.dueTick <= tick || due < stream.dueTick) {
            stream.dueTick = due;
            slots.get((int) (due % SLOTS)).add(stream);
        }
    }

    /// The streams that are due by now.
    List<Stream> turn(long now) {
        List<Stream> due = new ArrayList<>();
        while (origin + (tick + 1) * TICK.toNanos() <= now) {
            tick++;
            int slot = (int) (tick % SLOTS);
            for (Stream stream : slots.get(slot)) {
                if (stream.dueTick == tick) {
                    due.add(stream);
                }
            }
            slots.set(slot, new ArrayList<>());
        }
        return due;
    }
}
