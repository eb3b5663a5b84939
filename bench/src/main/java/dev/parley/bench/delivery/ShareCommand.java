package dev.parley.bench.delivery;

import dev.parley.bench.Arguments;
import dev.parley.bench.BenchFailure;
import dev.parley.bench.peer.Access;
import dev.parley.bench.stream.ReaderShare;
import dev.parley.bench.stream.RoomNames;
import dev.parley.bench.stream.Shape;
import dev.parley.bench.stream.SourceAddresses;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;

/// What a load starts as its other processes: reads a share of the connections and takes orders from standard input.
public final class ShareCommand {

    public static final String NAME = "load-share";
    public static final Set<String> SETTINGS = Set.of(
            "--url",
            "--protocol",
            "--room-prefix",
            "--rooms",
            "--rooms-per-connection",
            "--process",
            "--first",
            "--connections",
            "--open-burst");

    /// Names of the environment: command lines are seen by everybody on the machine.
    static final String SECRET = "BENCH_LOAD_SECRET";

    static final String TOKEN = "BENCH_LOAD_TOKEN";

    private ShareCommand() {}

    public static void run(Arguments arguments) {
        InetSocketAddress server = Subjects.address(arguments.text("--url").orElse(""));
        var rooms = new RoomNames(
                arguments.text("--room-prefix").orElse(""),
                arguments.count("--rooms", 1),
                arguments.count("--rooms-per-connection", 1));
        int first = (int) arguments.number("--first", 0);
        int connections = arguments.count("--connections", 1);
        var shape = new Shape(rooms, first, connections, arguments.count("--open-burst", 200), 0, 0);
        var target = Protocol.of(arguments.text("--protocol").orElse("sse"))
                .target(server, rooms, access(System.getenv(), rooms.prefix(), first, connections));
        var addresses = new SourceAddresses(server, arguments.count("--process", 1));
        try (var share = new ReaderShare(target, shape, addresses, System.out)) {
            share.serve(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw BenchFailure.wrong("a process of the load broke: " + e.getMessage() + ".");
        }
    }

    private static Access access(Map<String, String> environment, String prefix, int first, int connections) {
        String secret = environment.get(SECRET);
        return secret == null
                ? Access.shared(environment.getOrDefault(TOKEN, ""))
                : Access.signed(secret, prefix, first, connections);
    }
}
