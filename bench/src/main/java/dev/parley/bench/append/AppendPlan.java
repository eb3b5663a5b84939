package dev.parley.bench.append;

import dev.parley.bench.Arguments;
import dev.parley.bench.BenchFailure;
import dev.parley.log.LaneLimits;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// What one run of the append benchmark does.
///
/// @param length of one round of one way over one load
/// @param warmUp the same, before the first round, not counted
/// @param stores names of [StoreUnderLoad]s, in the order in which they are measured
/// @param loads what the messages are spread over
/// @param writers most threads with one transaction a message each; no more than the store has connections
/// @param compared whether one transaction a message is measured beside the lanes
record AppendPlan(
        int rounds,
        Duration length,
        Duration warmUp,
        List<String> stores,
        List<Load> loads,
        int writers,
        boolean compared) {

    static final Set<String> SWITCHES = Set.of("--quick", "--assert", "--without-postgres", "--lanes-only");
    static final Set<String> SETTINGS =
            Set.of("--rounds", "--seconds", "--rooms", "--in-flight", "--writers", "--stores", "--json");

    /// A lane takes 1,024 messages of one room; a few less, so that nothing is refused.
    private static final int MOST_IN_ONE_ROOM = 1_000;
    /// What all lanes take together when the rooms spread unevenly.
    private static final int MOST_IN_FLIGHT = LaneLimits.DEFAULT.queueItems();
    private static final Set<String> KNOWN_STORES = new TreeSet<>(Set.of("memory", "sqlite", "postgres"));

    static AppendPlan of(Arguments arguments) {
        boolean quick = arguments.has("--quick");
        double seconds = arguments.seconds("--seconds", quick ? 1.5 : 4.5);
        int inFlight = Math.min(arguments.count("--in-flight", 2_048), MOST_IN_FLIGHT);
        return new AppendPlan(
                arguments.count("--rounds", quick ? 1 : 3),
                millis(seconds),
                millis(Math.min(seconds, 2)),
                stores(arguments),
                List.of(
                        Load.hot(Math.min(inFlight, MOST_IN_ONE_ROOM)),
                        Load.many(arguments.count("--rooms", 1_000), inFlight)),
                arguments.count("--writers", Integer.MAX_VALUE),
                !arguments.has("--lanes-only"));
    }

    private static List<String> stores(Arguments arguments) {
        List<String> names =
                List.of(arguments.text("--stores").orElse("sqlite,postgres").split(","));
        for (String name : names) {
            if (!KNOWN_STORES.contains(name)) {
                throw BenchFailure.cannotRun("there is no store '" + name + "'; --stores takes some of "
                        + String.join(", ", KNOWN_STORES) + ", separated by commas.");
            }
        }
        return arguments.has("--without-postgres")
                ? names.stream().filter(name -> !name.equals("postgres")).toList()
                : names;
    }

    private static Duration millis(double seconds) {
        return Duration.ofMillis(Math.round(seconds * 1_000));
    }
}
