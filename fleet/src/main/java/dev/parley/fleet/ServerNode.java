package dev.parley.fleet;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A server of the fleet.
record ServerNode(Part part, LocalHttp http) {

    /// What the script runs a server with, a word a line: `-jar` and the jar, and flags of the JVM before it.
    private static final String PROGRAM = "parley.fleet.server";

    private static final Duration START_DEADLINE = Duration.ofSeconds(120);
    private static final Pattern STATUS = Pattern.compile("\"status\":\"(up|degraded)\"");
    private static final Pattern REASONS = Pattern.compile("\"reasons\":\\[([^\\]]*)\\]");
    private static final Pattern NOT_READY = Pattern.compile("starting|draining|store-unavailable|broken");

    /// What there is to see of it.
    ///
    /// @param streams open on it, and `rooms` whose newest events it holds for them; empty = it does not say
    record View(String state, String streams, String rooms) {}

    static ServerNode start(int number, FleetFolder folder, List<String> arguments, LocalHttp http) {
        String name = "node-" + number;
        int port = Ports.free();
        List<String> command = java();
        command.addAll(List.of(System.getProperty(PROGRAM, "").split("\n")));
        command.addAll(List.of("run", "--server.port=" + port));
        command.addAll(arguments);
        return new ServerNode(Part.of(Child.start(name, folder.folder(name), folder.path(), command), port), http);
    }

    private static List<String> java() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> flag.startsWith("-X") || flag.startsWith("--"))
                .forEach(command::add);
        return command;
    }

    String name() {
        return part.name();
    }

    int port() {
        return part.port();
    }

    void awaitReady() {
        part.child().await(() -> http.status(port(), "/readyz") == 200, START_DEADLINE);
    }

    View look() {
        if (!part.child().isAlive()) {
            return new View("gone, status " + part.child().status(), "", "");
        }
        String metrics = http.get(port(), "/metrics").orElse("");
        return new View(
                state(http.get(port(), "/readyz")),
                number(metrics, "parley_streams"),
                number(metrics, "parley_stream_rooms"));
    }

    static String state(Optional<String> readiness) {
        if (readiness.isEmpty()) {
            return "does not answer";
        }
        String body = readiness.get();
        Matcher status = STATUS.matcher(body);
        if (!status.find()) {
            Matcher why = NOT_READY.matcher(body);
            return why.find() ? why.group() : "not ready";
        }
        Matcher reasons = REASONS.matcher(body);
        return status.group(1).equals("up") || !reasons.find()
                ? "ready"
                : "degraded: " + reasons.group(1).replace("\"", "").replace(",", ", ");
    }

    private static String number(String metrics, String name) {
        return metrics.lines()
                .filter(line -> line.startsWith(name + " "))
                .map(line -> "" + Math.round(Double.parseDouble(line.substring(name.length() + 1))))
                .findFirst()
                .orElse("");
    }
}
