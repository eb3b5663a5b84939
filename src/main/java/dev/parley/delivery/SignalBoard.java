package dev.parley.delivery;

import dev.parley.kernel.EventType;
import dev.parley.kernel.Sender;
import dev.parley.kernel.Signal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the signals to one target have come to since they were told last: the newest of each type and sender,
/// and the sum of each type. One thread at a time; times in nanoseconds of the node's clock.
///
/// At most [#MOST_WAITING]; beyond it the one that has waited longest makes place, unless it is a sum: nothing
/// is taken from a sum, so a board full of sums takes no further type.
final class SignalBoard {

    static final int MOST_WAITING = 256;

    /// What is told at a time, and of it of one type: with ten passes a second fifty of it.
    static final int OF_A_PASS = 20;

    static final int OF_A_TYPE = 5;

    /// @param sender null = a sum, which is everybody's
    private record Key(EventType type, @Nullable Sender sender) {}

    private record Entry(Signal signal, long until) {

        /// A sum is told however late.
        boolean over(long now) {
            return signal instanceof Signal.Latest && now - until > 0;
        }
    }

    /// In the order in which they began to wait; a newer value keeps the place.
    private final Map<Key, Entry> waiting = new LinkedHashMap<>();

    private int dropped;

    int size() {
        return waiting.size();
    }

    /// @return false when there is no place
    boolean put(Signal signal, long now) {
        Key key = key(signal);
        Entry known = waiting.get(key);
        if (known == null && waiting.size() >= MOST_WAITING && !makePlace()) {
            return false;
        }
        waiting.put(
                key,
                new Entry(
                        merged(known, signal),
                        now + Duration.ofMillis(signal.ttlMs()).toNanos()));
        return true;
    }

    private static Key key(Signal signal) {
        return switch (signal) {
            case Signal.Latest latest -> new Key(latest.type(), latest.author().sender());
            case Signal.Sum sum -> new Key(sum.type(), null);
        };
    }

    private static Signal merged(@Nullable Entry known, Signal signal) {
        return known != null && known.signal() instanceof Signal.Sum before && signal instanceof Signal.Sum sum
                ? before.plus(sum)
                : signal;
    }

    private boolean makePlace() {
        for (Iterator<Entry> entries = waiting.values().iterator(); entries.hasNext(); ) {
            if (entries.next().signal() instanceof Signal.Latest) {
                entries.remove();
                dropped++;
                return true;
            }
        }
        return false;
    }

    /// Takes off what is told now, those that have waited longest first.
    List<Signal> take(long now) {
        List<Signal> taken = new ArrayList<>();
        Map<EventType, Integer> ofType = new HashMap<>();
        Iterator<Entry> entries = waiting.values().iterator();
        while (entries.hasNext() && taken.size() < OF_A_PASS) {
            Entry next = entries.next();
            if (next.over(now)) {
                entries.remove();
                dropped++;
            } else if (ofType.merge(next.signal().type(), 1, Integer::sum) <= OF_A_TYPE) {
                entries.remove();
                taken.add(next.signal());
            }
        }
        return taken;
    }

    /// Signals that made place or were told too late since this was called last.
    int dropped() {
        int count = dropped;
        dropped = 0;
        return count;
    }
}
