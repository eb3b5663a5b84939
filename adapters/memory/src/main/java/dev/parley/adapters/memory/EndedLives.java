package dev.parley.adapters.memory;

import dev.parley.kernel.Life;
import dev.parley.kernel.RoomId;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;

/// Destroyed lives: first with their rows, until sweeping took them, then as a bare name for as long as a
/// creation may be run again, so that no epoch ever begins twice.
final class EndedLives {

    private record Name(RoomId room, Life life) {}

    private record Ended(Name name, long forgetAt) {}

    private final Queue<MemoryRoom> withRows = new ArrayDeque<>();
    private final Queue<Ended> names = new ArrayDeque<>();
    private final Set<Name> known = new HashSet<>();

    void add(MemoryRoom room, long now) {
        var name = new Name(room.id, room.life);
        withRows.add(room);
        names.add(new Ended(name, now + room.kind.dedupeWindow().toMillis()));
        known.add(name);
    }

    boolean contains(RoomId room, Life life) {
        return known.contains(new Name(room, life));
    }

    int sweep(int maxRows, long now, MemoryUsage usage) {
        int removed = 0;
        while (removed < maxRows && removeRow(usage)) {
            removed++;
        }
        while (removed < maxRows && forgetName(now, usage)) {
            removed++;
        }
        return removed;
    }

    private boolean removeRow(MemoryUsage usage) {
        while (!withRows.isEmpty()) {
            if (withRows.element().removeOldestRow(usage)) {
                return true;
            }
            withRows.remove();
        }
        return false;
    }

    private boolean forgetName(long now, MemoryUsage usage) {
        var oldest = names.peek();
        if (oldest == null || oldest.forgetAt() > now) {
            return false;
        }
        known.remove(names.remove().name());
        usage.remove(1, 0);
        return true;
    }
}
