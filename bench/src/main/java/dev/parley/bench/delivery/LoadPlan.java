package dev.parley.bench.delivery;

import dev.parley.bench.Arguments;
import dev.parley.bench.BenchFailure;
import dev.parley.bench.stream.RoomNames;
import dev.parley.bench.stream.Shape;
import dev.parley.bench.stream.Timetable;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/// What one run of the load does.
///
/// @param openings how often all connections are opened, one time after the other; the last counts
/// @param publishers connections over which is published
/// @param idle how long the connections are held before anything is published
/// @param processes that share the connections
/// @param probe requests a second that find out how soon the loops read; 0 = none
/// @param serverFlags more flags for the server's JVM
/// @param serverArguments more arguments for the server
record LoadPlan(
        Protocol protocol,
        Shape shape,
        Timetable timetable,
        int openings,
        int publishers,
        Duration idle,
        int processes,
        double probe,
        List<String> serverFlags,
        List<String> serverArguments) {

    static final Set<String> SWITCHES = Set.of("--require-all");
    static final Set<String> SETTINGS = Set.of(
            "--connections",
            "--rooms",
            "--rooms-per-connection",
            "--rate",
            "--crowd",
            "--crowd-rate",
            "--probe",
            "--seconds",
            "--warm-up",
            "--drain",
            "--payload",
            "--frame",
            "--open-burst",
            "--openings",
            "--publishers",
            "--idle",
            "--stalled",
            "--slow",
            "--protocol",
            "--processes",
            "--room-prefix",
            "--url",
            "--pid",
            "--token",
            "--server-flags",
            "--server-arguments",
            "--json",
            "--html",
            "--max-p50",
            "--max-p99",
            "--max-p999",
            "--max-crowd-p99",
            "--max-probe-p99",
            "--max-latency",
            "--max-cpu",
            "--max-open-seconds",
            "--max-kib");

    private static final int MOST_CONNECTIONS = 1_000_000;
    private static final int MOST_PROCESSES = 15;

    static LoadPlan of(Arguments arguments) {
        Shape shape = shape(arguments);
        return new LoadPlan(
                Protocol.of(arguments.text("--protocol").orElse("sse")),
                shape,
                timetable(arguments),
                arguments.count("--openings", 1),
                arguments.count("--publishers", 16),
                seconds(arguments, "--idle", 0),
                processes(arguments, shape),
                arguments.number("--probe", 0),
                words(arguments, "--server-flags"),
                words(arguments, "--server-arguments"));
    }

    /// The same with events of this many bytes.
    LoadPlan withFrame(int bytes) {
        var framed = new Timetable(
                timetable.rate(),
                timetable.warmUp(),
                timetable.length(),
                0,
                bytes,
                timetable.drain(),
                timetable.crowdRate());
        return new LoadPlan(
                protocol, shape, framed, openings, publishers, idle, processes, probe, serverFlags, serverArguments);
    }

    /// Rooms that nobody has published into before, unless their names are given.
    private static Shape shape(Arguments arguments) {
        String prefix = arguments
                .text("--room-prefix")
                .orElseGet(() -> "load-" + Long.toString(System.currentTimeMillis(), 36) + "-");
        int connections = atMost("--connections", MOST_CONNECTIONS, arguments.count("--connections", 1_000));
        int rooms = arguments.count("--rooms", 1);
        int each = arguments.count("--rooms-per-connection", 1);
        int crowd = crowd(arguments, each);
        if (each > rooms) {
            throw BenchFailure.cannotRun("--rooms-per-connection is more than there are --rooms.");
        }
        double stalled = arguments.number("--stalled", 0);
        double slow = arguments.number("--slow", 0);
        if (stalled + slow >= 1) {
            throw BenchFailure.cannotRun("--stalled and --slow are shares, together less than 1, such as 0.1.");
        }
        return new Shape(
                new RoomNames(prefix, crowd == 0 ? rooms : rooms + 1, each, crowd),
                0,
                connections + crowd,
                arguments.count("--open-burst", 200),
                stalled,
                slow);
    }

    private static int crowd(Arguments arguments, int each) {
        int crowd = atMost("--crowd", MOST_CONNECTIONS, (int) arguments.number("--crowd", 0));
        if (crowd > 0 && each > 1) {
            throw BenchFailure.cannotRun(
                    "--crowd goes with connections of one room: leave --rooms-per-connection out.");
        }
        for (String option : List.of("--crowd-rate", "--max-crowd-p99")) {
            if (crowd == 0 && arguments.has(option)) {
                throw BenchFailure.cannotRun(option + " is for a --crowd.");
            }
        }
        if (arguments.has("--max-probe-p99") && arguments.number("--probe", 0) == 0) {
            throw BenchFailure.cannotRun("--max-probe-p99 is for a --probe.");
        }
        return crowd;
    }

    private static Timetable timetable(Arguments arguments) {
        if (arguments.has("--payload") && arguments.has("--frame")) {
            throw BenchFailure.cannotRun("--payload and --frame both choose the size of a message: give one of them.");
        }
        return new Timetable(
                arguments.number("--rate", 20),
                seconds(arguments, "--warm-up", 5),
                seconds(arguments, "--seconds", 10),
                (int) arguments.number("--payload", 100),
                arguments.has("--frame") ? arguments.count("--frame", 300) : 0,
                seconds(arguments, "--drain", 10),
                arguments.number("--crowd", 0) > 0 ? arguments.number("--crowd-rate", 5) : 0);
    }

    private static int processes(Arguments arguments, Shape shape) {
        int processes = arguments.count("--processes", 1);
        if (processes > 1 && shape.hinders()) {
            throw BenchFailure.cannotRun("--stalled and --slow are for one process: leave --processes out.");
        }
        if (processes > 1 && shape.rooms().crowd() > 0) {
            throw BenchFailure.cannotRun("--crowd is for one process: leave --processes out.");
        }
        if (processes > Math.min(MOST_PROCESSES, shape.connections())) {
            throw BenchFailure.cannotRun("--processes is at most " + MOST_PROCESSES + ", and one for each connection.");
        }
        return processes;
    }

    private static int atMost(String name, int most, int given) {
        if (given > most) {
            throw BenchFailure.cannotRun(name + " is at most " + most + ".");
        }
        return given;
    }

    private static Duration seconds(Arguments arguments, String name, double otherwise) {
        return Duration.ofMillis(Math.round(arguments.number(name, otherwise) * 1_000));
    }

    static List<String> words(Arguments arguments, String name) {
        return arguments
                .text(name)
                .map(text -> List.of(text.strip().split("\\s+")))
                .orElse(List.of());
    }
}
