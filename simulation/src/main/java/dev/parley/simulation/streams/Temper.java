package dev.parley.simulation.streams;

import java.util.SplittableRandom;

/// How a client behaves; half of all keep their connections as long as they can.
///
/// @param restless chance to leave after each frame
/// @param leavesAtHello chance to leave right after hello
/// @param pauses chance to stop reading for a while
/// @param breaks chance that its connection breaks right after a write
/// @param credentialsEnd whether its credentials are good for seconds only
record Temper(double restless, double leavesAtHello, double pauses, double breaks, boolean credentialsEnd) {

    static final Temper CALM = new Temper(0, 0, 0, 0, false);

    /// Of who mostly stays and often reads nothing for a while.
    static Temper slow(SplittableRandom random) {
        return new Temper(
                random.nextBoolean() ? 0 : random.nextDouble() * 0.02, 0, 0.05 + random.nextDouble() * 0.2, 0, false);
    }

    static Temper draw(SplittableRandom random) {
        return new Temper(
                random.nextInt(3) == 0 ? 0 : random.nextDouble() * 0.1,
                random.nextBoolean() ? 0 : random.nextDouble(),
                random.nextInt(3) > 0 ? 0 : random.nextDouble() * 0.05,
                random.nextInt(3) > 0 ? 0 : random.nextDouble() * 0.2,
                random.nextInt(3) == 0);
    }
}
