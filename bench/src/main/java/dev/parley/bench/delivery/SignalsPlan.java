package dev.parley.bench.delivery;

import dev.parley.bench.Arguments;
import dev.parley.bench.BenchFailure;
import dev.parley.bench.live.Flood;
import dev.parley.bench.stream.RoomNames;
import dev.parley.bench.stream.Shape;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/// How a room is watched while people type in it.
///
/// @param quiet what is said, and nothing else
/// @param typing the same while people type
record SignalsPlan(
        String prefix,
        Shape shape,
        Flood quiet,
        Flood typing,
        int rounds,
        List<String> serverFlags,
        List<String> serverArguments) {

    static final Set<String> SWITCHES = Set.of("--require-all");
    static final Set<String> SETTINGS = Set.of(
            "--viewers",
            "--people",
            "--typing",
            "--rate",
            "--rounds",
            "--payload",
            "--seconds",
            "--warm-up",
            "--drain",
            "--open-burst",
            "--room-prefix",
            "--url",
            "--pid",
            "--server-flags",
            "--server-arguments",
            "--json",
            "--html",
            "--max-p99-ratio");

    /// A client says every 3 s that its user is writing, and some begin and stop.
    private static final double SIGNALS_EACH = 0.5;

    private static final int CONNECTIONS = 16;

    static SignalsPlan of(Arguments arguments) {
        String prefix = arguments
                .text("--room-prefix")
                .orElseGet(() -> "signals-" + Long.toString(System.currentTimeMillis(), 36) + "-");
        int viewers = arguments.count("--viewers", 10_000);
        int people = arguments.count("--people", 1_000);
        if (viewers + people > LivePlan.MOST_VIEWERS) {
            throw BenchFailure.cannotRun("--viewers and --people together are at most " + LivePlan.MOST_VIEWERS + ".");
        }
        return new SignalsPlan(
                prefix,
                new Shape(new RoomNames(prefix, 1, 1), 0, viewers, arguments.count("--open-burst", 200), 0, 0),
                flood(arguments, people, 0),
                flood(arguments, people, arguments.number("--typing", people * SIGNALS_EACH)),
                arguments.count("--rounds", 3),
                LoadPlan.words(arguments, "--server-flags"),
                LoadPlan.words(arguments, "--server-arguments"));
    }

    private static Flood flood(Arguments arguments, int people, double typing) {
        return new Flood(
                arguments.number("--rate", 5),
                0,
                0,
                typing,
                people,
                CONNECTIONS,
                (int) arguments.number("--payload", 100),
                seconds(arguments, "--warm-up", 5),
                seconds(arguments, "--seconds", 10),
                seconds(arguments, "--drain", 10));
    }

    private static Duration seconds(Arguments arguments, String name, double otherwise) {
        return Duration.ofMillis(Math.round(arguments.number(name, otherwise) * 1_000));
    }

    int connections() {
        return shape.connections() + CONNECTIONS;
    }

    /// Whatever is said is taken, and nothing of it is shed as long as everybody keeps up.
    static String roomSettings() {
        return """
                {"kind":"live","overflow":"shed","inboundPerSecond":0,"senderPerSecond":0,\
                "types":{"gift":{"tier":"critical"},"text":{"tier":"high"},"wave":{"tier":"low"}}}""";
    }
}
