package dev.parley.simulation.streams;

import dev.parley.kernel.Event;
import dev.parley.kernel.Tier;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/// A stretch of a room that a client was told it does not get: one notice for each tier and reason, one
/// after the other. Together they are all of it.
final class Omission {

    private final long from;
    private final long to;
    private final Map<Tier, Map<String, Long>> told = new EnumMap<>(Tier.class);
    private long toldAt;

    Omission(long from, long to) {
        this.from = from;
        this.to = to;
    }

    long from() {
        return from;
    }

    long to() {
        return to;
    }

    boolean goesOnWith(Frame.Dropped next) {
        return next.from() == from && next.to() == to && told(next.tier(), next.reason()) == 0;
    }

    void add(Frame.Dropped next, long at) {
        told.computeIfAbsent(next.tier(), _ -> new HashMap<>()).put(next.reason(), next.count());
        toldAt = at;
    }

    private long told(Tier tier, String reason) {
        return told.getOrDefault(tier, Map.of()).getOrDefault(reason, 0L);
    }

    /// Whether it says how much is missing.
    ///
    /// @param wanted what the client has to be told of
    /// @param asked what it may be told of beside: its own messages, if it wants none back
    boolean addsUp(RoomLife life, Predicate<Event> wanted, Predicate<Event> asked) {
        for (Tier tier : Tier.values()) {
            long counted = told.getOrDefault(tier, Map.of()).values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
            if (counted < count(life, tier, wanted) || counted > count(life, tier, asked)) {
                return false;
            }
        }
        return true;
    }

    /// Whether so many had expired by then.
    boolean expired(RoomLife life, Predicate<Event> asked, long storeMillis) {
        for (Tier tier : Tier.values()) {
            if (told(tier, "expired") > count(life, tier, asked.and(event -> event.expired(storeMillis)))) {
                return false;
            }
        }
        return true;
    }

    /// Whether all that is said to be replaced is: something newer that the client wants was in the log by
    /// then. What was left out is everything, so that it need not be told which.
    boolean isReplaced(RoomLife life, Predicate<Event> wanted, Predicate<Event> asked, long storeMillis) {
        boolean superseded = told.values().stream().anyMatch(reasons -> reasons.containsKey("superseded"));
        if (!superseded) {
            return true;
        }
        Set<String> newer = new HashSet<>();
        for (long seq = life.headAt(toldAt); seq >= from; seq--) {
            Event event = life.event(seq, toldAt);
            if (event != null && asked.test(event) && (event.type().system() || newer.add(event.valueOf()))) {
                boolean leftOut = seq <= to && wanted.test(event) && !event.expired(storeMillis);
                if (leftOut) {
                    return false;
                }
            }
        }
        return true;
    }

    private long count(RoomLife life, Tier tier, Predicate<Event> which) {
        long count = 0;
        for (long seq = from; seq <= to; seq++) {
            Event event = life.event(seq, toldAt);
            count += event != null && event.tier() == tier && which.test(event) ? 1 : 0;
        }
        return count;
    }

    long toldAt() {
        return toldAt;
    }

    @Override
    public String toString() {
        return from + "-" + to + " " + told;
    }
}
