package dev.parley.adapters.memory;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/// The client message ids a room knows: those of its log, and those it keeps for a while without an event
/// (the event was trimmed, or a change had none).
final class Tries {

    private record Kept(TryKey key, long ts) {}

    private final Map<TryKey, FirstTry> all = new HashMap<>();
    private final Queue<Kept> withoutEvent = new PriorityQueue<>(Comparator.comparingLong(Kept::ts));

    @Nullable
    FirstTry first(TryKey key) {
        return all.get(key);
    }

    void add(TryKey key, FirstTry first) {
        all.put(key, first);
        if (first.seq() == 0) {
            withoutEvent.add(new Kept(key, first.ts()));
        }
    }

    void eventTrimmed(LogEntry entry) {
        withoutEvent.add(new Kept(entry.key(), entry.ts()));
    }

    boolean forgetOne(long notAfter) {
        var oldest = withoutEvent.peek();
        if (oldest == null || oldest.ts() > notAfter) {
            return false;
        }
        withoutEvent.remove();
        all.remove(oldest.key());
        return true;
    }
}
