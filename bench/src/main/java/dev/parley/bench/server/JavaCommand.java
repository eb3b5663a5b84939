package dev.parley.bench.server;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Starts another JVM with the flags and the classes of this one.
public final class JavaCommand {

    private JavaCommand() {}

    /// @param flags more of them
    public static List<String> of(Class<?> main, List<String> flags) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> flag.startsWith("-X") || flag.startsWith("--"))
                .filter(flag -> !flag.startsWith("-XX:StartFlightRecording") && !flag.startsWith("-XX:FlightRecorder"))
                .forEach(command::add);
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        return command;
    }
}
