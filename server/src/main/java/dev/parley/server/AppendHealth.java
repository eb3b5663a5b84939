package dev.parley.server;

import dev.parley.kernel.Clock;
import dev.parley.kernel.HealthReporter;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/// Whether the store takes what is published. It may still answer reads when it does not: its disk may be full.
final class AppendHealth implements HealthReporter {

    /// Long enough for a probe that asks every ten seconds to see it more than once.
    static final Duration REMEMBERED = Duration.ofSeconds(30);

    private static final Set<String> OF_THE_STORE = Set.of("store-unavailable", "outcome-unknown");

    private final Clock clock;
    private volatile boolean failed;
    private volatile long lastFailure;

    AppendHealth(Clock clock) {
        this.clock = clock;
    }

    void refused(String reason) {
        if (OF_THE_STORE.contains(reason)) {
            lastFailure = clock.nanos();
            failed = true;
        }
    }

    @Override
    public List<String> degradations() {
        boolean recently = failed && clock.nanos() - lastFailure <= REMEMBERED.toNanos();
        return recently ? List.of("appends-failing") : List.of();
    }
}
