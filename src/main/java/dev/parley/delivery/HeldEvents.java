package dev.parley.delivery;

import dev.parley.kernel.Position;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Events that cannot be appended to a tail yet, because those before them are missing or the log was not
/// read. At the bound only the highest position is remembered; the rest is read. Touched by its tail only.
final class HeldEvents {

    private final NavigableMap<Long, TailEntry> entries = new TreeMap<>();
    private final Holding holding;
    private @Nullable Position highest;
    private int bytes;

    HeldEvents(Holding holding) {
        this.holding = holding;
    }

    void add(TailEntry entry) {
        Position position = entry.event().position();
        note(position);
        if (entries.size() < TailWindow.MAX_EVENTS
                && bytes + entry.weight() <= TailWindow.MAX_BYTES
                && entries.putIfAbsent(position.seq(), entry) == null) {
            bytes += entry.weight();
            entry.enter(holding);
        }
    }

    /// Something of this position is in the log.
    void note(Position position) {
        if (highest == null || !highest.epoch().equals(position.epoch())) {
            clear();
            highest = position;
        } else if (position.seq() > highest.seq()) {
            highest = position;
        }
    }

    /// The event that follows, which stays here until it is taken; those before it are forgotten.
    @Nullable
    TailEntry after(Position head) {
        if (highest == null || !highest.epoch().equals(head.epoch())) {
            return null;
        }
        for (var first = entries.firstEntry();
                first != null && first.getKey() <= head.seq();
                first = entries.firstEntry()) {
            take(first.getValue());
        }
        TailEntry next = entries.get(head.seq() + 1);
        if (highest.seq() <= head.seq()) {
            clear();
        }
        return next;
    }

    void take(TailEntry entry) {
        entries.remove(entry.event().seq());
        bytes -= entry.weight();
        entry.leave();
    }

    /// Whether something was heard that is not before this head, be it of another log.
    boolean beyond(Position head) {
        return highest != null && (!highest.epoch().equals(head.epoch()) || highest.seq() > head.seq());
    }

    boolean ofAnotherLog(Position head) {
        return highest != null && !highest.epoch().equals(head.epoch());
    }

    boolean any() {
        return highest != null;
    }

    /// It costs nothing from now on.
    void close() {
        holding.close();
    }

    void clear() {
        entries.values().forEach(TailEntry::leave);
        entries.clear();
        highest = null;
        bytes = 0;
    }
}
