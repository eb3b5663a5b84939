package dev.parley.faults;

import java.util.SplittableRandom;

/// Where a run's random choices come from: the property `parley.faults.seed`, or a new one. It is printed,
/// since a run with the same seed chooses the same moments and messages (the processes' own timing is not
/// repeated).
final class Seed {

    private Seed() {}

    static SplittableRandom of(String run) {
        String given = System.getProperty("parley.faults.seed", "");
        long seed = given.isBlank() ? new SplittableRandom().nextLong() : Long.parseLong(given.strip());
        System.out.println(run + ": parley.faults.seed=" + seed);
        return new SplittableRandom(seed);
    }
}
