package dev.parley.simulation;

import java.time.Duration;
import java.util.random.RandomGenerator;

/// What goes wrong and when, drawn from the seed: each run has its own mixture, from calm to rough. Once stopped,
/// nothing goes wrong any more.
public final class Faults {

    /// What becomes of one transaction.
    public enum Fate {
        COMMITTED,
        /// Fails before it wrote anything, and says so.
        NOT_BEGUN,
        /// Commits; nobody hears of it.
        ANSWER_LOST,
        /// Does not commit; nobody knows.
        REQUEST_LOST,
        /// Nobody knows yet: it goes on at the store without its node, holds its rooms, and commits later or never.
        ORPHANED
    }

    /// Above the callers' deadline now and then, far below what a port call may take.
    private static final int LONGEST_HANG_MILLIS = 12_000;

    static final Duration LONGEST_ORPHAN = Duration.ofSeconds(5);

    private final RandomGenerator random;
    private final double notBegun;
    private final double answerLost;
    private final double requestLost;
    private final double orphaned;
    private final double hang;
    private final double readFails;
    private final int commitMillis;
    private boolean stopped;
    private boolean away;

    public Faults(RandomGenerator random) {
        this.random = random;
        this.notBegun = strength(0.10);
        this.answerLost = strength(0.10);
        this.requestLost = strength(0.10);
        this.orphaned = strength(0.05);
        this.hang = strength(0.02);
        this.readFails = strength(0.10);
        this.commitMillis = 10 + random.nextInt(80);
    }

    /// Half of all runs go without a given fault.
    private double strength(double most) {
        return random.nextBoolean() ? 0 : random.nextDouble() * most;
    }

    public void stop() {
        stopped = true;
        away = false;
    }

    public boolean stopped() {
        return stopped;
    }

    /// The whole store cannot be reached, or can again.
    public void away(boolean nowAway) {
        away = nowAway && !stopped;
    }

    public Fate fate() {
        if (away) {
            return Fate.NOT_BEGUN;
        }
        double draw = random.nextDouble();
        if (stopped) {
            return Fate.COMMITTED;
        }
        for (Fate fate : Fate.values()) {
            draw -= probability(fate);
            if (draw < 0) {
                return fate;
            }
        }
        return Fate.COMMITTED;
    }

    private double probability(Fate fate) {
        return switch (fate) {
            case COMMITTED -> 0;
            case NOT_BEGUN -> notBegun;
            case ANSWER_LOST -> answerLost;
            case REQUEST_LOST -> requestLost;
            case ORPHANED -> orphaned;
        };
    }

    public boolean readFails() {
        return away || (!stopped && random.nextDouble() < readFails);
    }

    /// Half of the way to the store and back: a commit takes about 50 ms, now and then much longer.
    public Duration oneWay() {
        if (!stopped && random.nextDouble() < hang) {
            return Duration.ofMillis(1_000 + random.nextInt(LONGEST_HANG_MILLIS - 1_000));
        }
        return Duration.ofNanos(1 + random.nextLong(1_000_000L * commitMillis));
    }

    public Duration orphanLasts() {
        return Duration.ofMillis(random.nextInt((int) LONGEST_ORPHAN.toMillis()));
    }

    public boolean coin() {
        return random.nextBoolean();
    }
}
