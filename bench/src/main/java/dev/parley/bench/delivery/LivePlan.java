package dev.parley.bench.delivery;

import dev.parley.bench.Arguments;
import dev.parley.bench.BenchFailure;
import dev.parley.bench.live.Flood;
import dev.parley.bench.live.Mode;
import dev.parley.bench.stream.RoomNames;
import dev.parley.bench.stream.Shape;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/// What one flood of a live room is.
///
/// @param modes one after the other, each in a room of its own
/// @param limit of the room, messages a second
/// @param serverFlags more flags for the server's JVM
/// @param serverArguments more arguments for the server
record LivePlan(
        List<Mode> modes,
        String prefix,
        Shape shape,
        Flood flood,
        int limit,
        List<String> serverFlags,
        List<String> serverArguments) {

    static final Set<String> SWITCHES = Set.of("--require-all");
    static final Set<String> SETTINGS = Set.of(
            "--viewers",
            "--slow",
            "--limit",
            "--flood",
            "--gifts",
            "--hearts",
            "--typing",
            "--senders",
            "--publishers",
            "--payload",
            "--seconds",
            "--warm-up",
            "--drain",
            "--mode",
            "--pullers",
            "--open-burst",
            "--room-prefix",
            "--url",
            "--pid",
            "--server-flags",
            "--server-arguments",
            "--json",
            "--html",
            "--max-critical-p99",
            "--max-p99",
            "--max-cpu");

    private static final int VIEWERS = 2_000;
    static final int MOST_VIEWERS = 19_000;
    /// In a browser each viewer has his own; he uses it for the time of one request in every half second or so.
    private static final int VIEWERS_A_PULLER = 4;

    private static final int LEAST_PULLERS = 64;
    private static final int MOST_SENDERS = 5_000;

    static LivePlan of(Arguments arguments) {
        String prefix = arguments
                .text("--room-prefix")
                .orElseGet(() -> "live-" + Long.toString(System.currentTimeMillis(), 36) + "-");
        int limit = arguments.count("--limit", 200);
        List<Mode> modes = modes(arguments);
        return new LivePlan(
                modes,
                prefix,
                shape(arguments, prefix, modes),
                flood(arguments, limit),
                limit,
                LoadPlan.words(arguments, "--server-flags"),
                LoadPlan.words(arguments, "--server-arguments"));
    }

    private static List<Mode> modes(Arguments arguments) {
        int viewers = arguments.count("--viewers", VIEWERS);
        int pullers = arguments.count("--pullers", Math.max(LEAST_PULLERS, viewers / VIEWERS_A_PULLER));
        String mode = arguments.text("--mode").orElse("push");
        return switch (mode) {
            case "push" -> List.of(Mode.push());
            case "notify" -> List.of(Mode.push(), Mode.notify(pullers));
            default -> throw BenchFailure.cannotRun("--mode is push or notify, not '" + mode + "'.");
        };
    }

    private static Shape shape(Arguments arguments, String prefix, List<Mode> modes) {
        int viewers = arguments.count("--viewers", VIEWERS);
        if (viewers > MOST_VIEWERS) {
            throw BenchFailure.cannotRun("--viewers is at most " + MOST_VIEWERS + ".");
        }
        double slow = arguments.number("--slow", modes.size() > 1 ? 0 : 0.05);
        if (slow >= 1) {
            throw BenchFailure.cannotRun("--slow is a share below 1, such as 0.05.");
        }
        if (slow > 0 && modes.size() > 1) {
            throw BenchFailure.cannotRun("--slow goes with --mode=push: who pulls reads as much as he asks for.");
        }
        return new Shape(new RoomNames(prefix, 1, 1), 0, viewers, arguments.count("--open-burst", 200), 0, slow);
    }

    private static Flood flood(Arguments arguments, int limit) {
        int senders = arguments.count("--senders", 500);
        if (senders > MOST_SENDERS) {
            throw BenchFailure.cannotRun("--senders is at most " + MOST_SENDERS + ".");
        }
        return new Flood(
                limit * arguments.number("--flood", 10),
                arguments.number("--gifts", 10),
                arguments.number("--hearts", 200),
                arguments.number("--typing", 20),
                senders,
                arguments.count("--publishers", 64),
                (int) arguments.number("--payload", 100),
                seconds(arguments, "--warm-up", 5),
                seconds(arguments, "--seconds", 60),
                seconds(arguments, "--drain", 20));
    }

    private static Duration seconds(Arguments arguments, String name, double otherwise) {
        return Duration.ofMillis(Math.round(arguments.number(name, otherwise) * 1_000));
    }

    /// Connections of one mode, to a server of the benchmark's own.
    int connections() {
        int pullers = modes.stream().mapToInt(Mode::pullers).max().orElse(0);
        return shape.connections() + flood.connections() + pullers;
    }

    /// Everything is kept, so that who comes back late finds where he was.
    String roomSettings() {
        return """
                {"kind":"live","overflow":"shed","inboundPerSecond":%d,"senderPerSecond":10,\
                "retention":{"messages":0,"maxAgeSeconds":0},\
                "types":{"gift":{"tier":"critical"},"text":{"tier":"high"},"wave":{"tier":"low"}}}""".formatted(limit);
    }
}
