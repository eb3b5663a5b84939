package dev.parley.bench.rest;

import dev.parley.bench.Arguments;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/// What one run of the REST benchmark does.
///
/// @param length of one round of each kind of request
/// @param warmUp of each kind of request; a JVM on one core takes a while to compile what is hot
/// @param serverFlags more flags for the server's JVM
record RestPlan(int rounds, Duration length, Duration warmUp, int rooms, int connections, List<String> serverFlags) {

    static final Set<String> SWITCHES = Set.of("--quick", "--assert");
    static final Set<String> SETTINGS =
            Set.of("--rounds", "--seconds", "--warm-up", "--rooms", "--connections", "--server-flags", "--json");

    static RestPlan of(Arguments arguments) {
        boolean quick = arguments.has("--quick");
        return new RestPlan(
                arguments.count("--rounds", quick ? 2 : 5),
                millis(arguments.seconds("--seconds", quick ? 2 : 5)),
                millis(arguments.seconds("--warm-up", quick ? 6 : 40)),
                arguments.count("--rooms", 1_000),
                arguments.count("--connections", 64),
                arguments
                        .text("--server-flags")
                        .map(flags -> List.of(flags.strip().split("\\s+")))
                        .orElse(List.of()));
    }

    private static Duration millis(double seconds) {
        return Duration.ofMillis(Math.round(seconds * 1_000));
    }
}
