package dev.parley.simulation.streams;

import dev.parley.kernel.Epoch;
import dev.parley.kernel.Event;
import dev.parley.kernel.RoomId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One room's log under one epoch: every event it ever had, and when it had it. Times are virtual nanoseconds. What
/// happens at the same moment as a question may or may not have happened.
final class RoomLife {

    private record Trim(long at, long first) {}

    final RoomId room;
    final Epoch epoch;
    private final long beganAt;
    private long endedAt = Long.MAX_VALUE;
    private final List<Event> events = new ArrayList<>();
    private final List<Long> committedAt = new ArrayList<>();
    private final List<Trim> trims = new ArrayList<>();

    RoomLife(RoomId room, Epoch epoch, long beganAt) {
        this.room = room;
        this.epoch = epoch;
        this.beganAt = beganAt;
        trims.add(new Trim(beganAt, 1));
    }

    void commit(Event event, long at) {
        if (event.seq() != events.size() + 1) {
            throw new IllegalStateException("the log itself has a hole before " + event);
        }
        events.add(event);
        committedAt.add(at);
    }

    void trim(long first, long at) {
        trims.add(new Trim(at, first));
    }

    void end(long at) {
        endedAt = at;
    }

    boolean over() {
        return endedAt < Long.MAX_VALUE;
    }

    /// Whether it was the room's log at some moment between these two.
    boolean current(long since, long until) {
        return beganAt <= until && endedAt >= since;
    }

    /// Whether it was over at the latest then.
    boolean overBy(long at) {
        return endedAt <= at;
    }

    long beganAt() {
        return beganAt;
    }

    /// [Long#MAX_VALUE] while it lasts.
    long endedAt() {
        return endedAt;
    }

    long head() {
        return events.size();
    }

    /// Null for a seq the log has not reached by then.
    @Nullable
    Event event(long seq, long at) {
        return seq < 1 || seq > events.size() || committedAt.get((int) seq - 1) > at ? null : events.get((int) seq - 1);
    }

    /// The head as it was at the latest moment before this one.
    long headBefore(long at) {
        return committedUntil(at - 1);
    }

    /// The head as it was after everything of this moment.
    long headAt(long at) {
        return committedUntil(at);
    }

    private long committedUntil(long at) {
        int low = 0;
        int high = committedAt.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (committedAt.get(middle) <= at) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    long firstBefore(long at) {
        return trimmedUntil(at - 1);
    }

    /// The oldest seq kept after everything of this moment.
    long firstAt(long at) {
        return trimmedUntil(at);
    }

    private long trimmedUntil(long at) {
        long first = 1;
        for (Trim trim : trims) {
            if (trim.at() <= at) {
                first = trim.first();
            }
        }
        return first;
    }

    @Override
    public String toString() {
        return room + " " + epoch;
    }
}
