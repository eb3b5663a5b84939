package dev.parley.delivery;

import dev.parley.kernel.Tier;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;

/// Events by tier. Any thread.
final class TierCounts {

    private static final Tier[] TIERS = Tier.values();

    private final AtomicLongArray counts = new AtomicLongArray(TIERS.length);

    void add(Tier tier, int events) {
        counts.addAndGet(tier.ordinal(), events);
    }

    Map<Tier, Long> counts() {
        Map<Tier, Long> read = new EnumMap<>(Tier.class);
        for (Tier tier : TIERS) {
            read.put(tier, counts.get(tier.ordinal()));
        }
        return read;
    }
}
