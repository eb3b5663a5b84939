package dev.parley.fleet;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What was asked for.
///
/// @param data where everything is kept; empty = in a temporary folder that goes with the fleet
/// @param port of the front; 0 = a free one
/// @param keys further `--key=value` for every server
record FleetPlan(int nodes, FleetStage stage, Optional<Path> data, int port, List<String> keys) {

    static final int MOST_NODES = 16;

    private static final Set<String> OPTIONS = Set.of("--nodes", "--stage", "--data", "--port");

    /// Those that differ from server to server, or that the fleet's own services stand behind.
    private static final Set<String> DECIDED_HERE = Set.of(
            "--server.port",
            "--server.address",
            "--parley.data",
            "--parley.stage",
            "--parley.store",
            "--parley.fanout",
            "--parley.postgres.url",
            "--parley.postgres.user",
            "--parley.nats.url",
            "--parley.redis.url");

    /// @param words `--nodes 3` or `--nodes=3`
    static FleetPlan parse(List<String> words) {
        Map<String, String> options = new HashMap<>();
        List<String> keys = new ArrayList<>();
        for (Iterator<String> rest = words.iterator(); rest.hasNext(); ) {
            String word = rest.next();
            int equals = word.indexOf('=');
            String name = equals < 0 ? word : word.substring(0, equals);
            if (OPTIONS.contains(name)) {
                options.put(name, equals < 0 ? next(name, rest) : word.substring(equals + 1));
            } else {
                keys.add(key(word, name, equals));
            }
        }
        return new FleetPlan(
                number(options, "--nodes", 3, 1, MOST_NODES),
                FleetStage.of(options.getOrDefault("--stage", "rooms")),
                Optional.ofNullable(options.get("--data")).map(FleetPlan::path),
                number(options, "--port", 0, 1, 65_535),
                List.copyOf(keys));
    }

    private static String next(String name, Iterator<String> rest) {
        if (!rest.hasNext()) {
            throw new FleetFailure(name + " needs a value.");
        }
        return rest.next();
    }

    private static String key(String word, String name, int equals) {
        if (!word.startsWith("--") || equals < 0 || name.indexOf('.') < 0) {
            throw new FleetFailure("'" + word + "' is not an option; there are --nodes=3, --stage=rooms, --data=FOLDER,"
                    + " --port=8080, and the keys of the servers, such as --parley.limits.connections=20000.");
        }
        if (DECIDED_HERE.contains(name)) {
            throw new FleetFailure(name.substring(2) + " is set by the fleet itself for each server; leave it out.");
        }
        return word;
    }

    private static int number(Map<String, String> options, String name, int otherwise, int min, int max) {
        String text = options.get(name);
        if (text == null) {
            return otherwise;
        }
        if (!text.matches("[0-9]{1,5}") || Integer.parseInt(text) < min || Integer.parseInt(text) > max) {
            throw new FleetFailure(name + " is a number from " + min + " to " + max + ", not '" + text + "'.");
        }
        return Integer.parseInt(text);
    }

    private static Path path(String text) {
        try {
            return Path.of(text).toAbsolutePath().normalize();
        } catch (InvalidPathException _) {
            throw new FleetFailure("--data=" + text + " is not a folder.");
        }
    }

    /// The value that every server gets for this key, if one was asked for.
    Optional<String> value(String key) {
        String begin = "--" + key + "=";
        return keys.stream()
                .filter(word -> word.startsWith(begin))
                .map(word -> word.substring(begin.length()))
                .reduce((_, last) -> last);
    }

    String bus() {
        return value("parley.bus").orElse(stage.bus());
    }

    boolean needsNats() {
        return bus().equals("nats");
    }

    boolean needsRedis() {
        return bus().equals("redis")
                || value("parley.presence").orElse(stage.registry()).equals("redis")
                || value("parley.nodes").orElse(stage.registry()).equals("redis");
    }

    /// Whether anybody on this machine gets a token.
    boolean devMode() {
        return value("parley.auth").orElse("dev").equals("dev");
    }
}
