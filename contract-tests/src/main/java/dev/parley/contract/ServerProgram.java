package dev.parley.contract;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What server processes run.
///
/// @param arguments what a JVM is told to run; further flags may stand before it
public record ServerProgram(List<String> arguments) {

    private static final String JAR = "parley.server.jar";

    private static final String BRIEF = "parley.server.brief";

    /// What JVMs of servers get besides, which a record of a start is good for.
    public static final List<String> FLAGS = List.of(
            "-XX:+UseG1GC",
            "-XX:+UseCompactObjectHeaders",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow");

    /// With the system property `parley.server.brief`: a server that lives for seconds takes half the processor
    /// time to become ready without the optimising compiler.
    private static final List<String> COMPILER =
            Boolean.getBoolean(BRIEF) ? List.of("-XX:TieredStopAtLevel=1") : List.of();

    /// The jar as people run it.
    static ServerProgram plain() {
        String jar = System.getProperty(JAR);
        return new ServerProgram(
                jar != null ? List.of("-jar", jar) : List.of("-cp", classPath(), "dev.parley.ParleyServer"));
    }

    /// The jar with a recorded start, where that can be had.
    public static ServerProgram quick() {
        return Quick.PROGRAM;
    }

    private static final class Quick {
        static final ServerProgram PROGRAM = program();

        private static ServerProgram program() {
            String jar = System.getProperty(JAR);
            if (jar == null) {
                return plain();
            }
            try {
                return RecordedStart.of(Path.of(jar).toAbsolutePath().normalize(), FLAGS)
                        .with(COMPILER);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while a start is recorded", e);
            } catch (IOException | RuntimeException e) {
                System.out.println("Servers start slowly, because no start could be recorded: " + e);
                return plain();
            }
        }
    }

    private ServerProgram with(List<String> flags) {
        return new ServerProgram(
                Stream.concat(flags.stream(), arguments.stream()).toList());
    }

    /// @param arguments those that begin with `-X` or `-D` are for the JVM, the others for the server
    ProcessBuilder process(Path folder, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(java()));
        command.addAll(FLAGS);
        arguments.stream().filter(ServerProgram::isForJvm).forEach(command::add);
        command.addAll(this.arguments);
        arguments.stream().filter(argument -> !isForJvm(argument)).forEach(command::add);
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("PARLEY_"));
        return builder;
    }

    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /// Absolute, because the server has a working folder of its own.
    private static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static boolean isForJvm(String option) {
        return Stream.of("-X", "-D").anyMatch(option::startsWith);
    }
}
