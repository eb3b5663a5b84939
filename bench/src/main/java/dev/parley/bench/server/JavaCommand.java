package dev.parley.bench.server;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Starts another JVM with the flags and the classes of this one.
public final class JavaCommand {

    /// What the script runs a server with: `-jar` and the jar, and flags of the JVM before it.
    private static final String PROGRAM = "parley.bench.server";

    private JavaCommand() {}

    /// @param flags more of them
    public static List<String> of(Class<?> main, List<String> flags) {
        List<String> command = withFlags(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        return command;
    }

    /// A server as the script runs it; from this JVM's classes when the script did not start the benchmark.
    ///
    /// @param main the server's class
    /// @param flags more of them
    public static List<String> ofServer(Class<?> main, List<String> flags) {
        String program = System.getProperty(PROGRAM, "");
        if (program.isEmpty()) {
            return of(main, flags);
        }
        List<String> command = withFlags(flags);
        command.addAll(List.of(program.split("\n")));
        return command;
    }

    private static List<String> withFlags(List<String> flags) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> flag.startsWith("-X") || flag.startsWith("--"))
                .filter(flag -> !flag.startsWith("-XX:StartFlightRecording") && !flag.startsWith("-XX:FlightRecorder"))
                .forEach(command::add);
        command.addAll(flags);
        return command;
    }
}
