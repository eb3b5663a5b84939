package dev.parley.bench.live;

import dev.parley.kernel.Tier;
import java.util.EnumMap;
import java.util.Map;

/// What the server has answered that it accepted, per tier.
final class Accepted {

    private final long[] counts = new long[Tier.values().length];
    private final long[] stamps = new long[counts.length];

    void add(Tier tier, long stamp) {
        counts[tier.ordinal()]++;
        stamps[tier.ordinal()] += stamp;
    }

    long count(Tier tier) {
        return counts[tier.ordinal()];
    }

    /// The sum of them: with the count it tells whether it was these.
    long stamps(Tier tier) {
        return stamps[tier.ordinal()];
    }

    Map<Tier, Long> counts() {
        Map<Tier, Long> named = new EnumMap<>(Tier.class);
        for (Tier tier : Tier.values()) {
            named.put(tier, count(tier));
        }
        return Map.copyOf(named);
    }
}
