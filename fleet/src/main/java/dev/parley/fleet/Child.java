package dev.parley.fleet;

import dev.parley.contract.InstalledPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// A process of the fleet, with its output in a file. In a session of its own where the machine has `setsid`: then a
/// Ctrl-C in the terminal reaches the fleet alone, which ends everybody in order. Any thread.
final class Child {

    private static final Duration POLL = Duration.ofMillis(50);
    private static final int LOG_LINES = 12;
    private static final Optional<Path> SETSID = InstalledPrograms.find("setsid");

    private final String name;
    private final Path log;
    private final Process process;

    private Child(String name, Path log, Process process) {
        this.name = name;
        this.log = log;
        this.process = process;
    }

    /// @param folder where it runs and its log is
    static Child start(String name, Path folder, List<String> words) {
        return start(name, folder, folder, words);
    }

    /// @param folder where it runs
    /// @param logs where its log is
    static Child start(String name, Path folder, Path logs, List<String> words) {
        List<String> command = new ArrayList<>();
        SETSID.ifPresent(setsid -> command.add(setsid.toString()));
        command.addAll(words);
        Path log = logs.resolve(name + ".log");
        var builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        // What is configured here for a server of its own is not meant for each of these.
        builder.environment().keySet().removeIf(variable -> variable.matches("(PARLEY|SPRING|SERVER)_.*"));
        try {
            return new Child(name, log, builder.start());
        } catch (IOException e) {
            throw new FleetFailure(name + " cannot be started: " + e.getMessage() + ".");
        }
    }

    String name() {
        return name;
    }

    Path log() {
        return log;
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /// Only once it has ended.
    int status() {
        return process.exitValue();
    }

    /// Waits until it is ready, and fails with the end of its log if it ends before or takes too long.
    void await(BooleanSupplier ready, Duration within) {
        long deadline = System.nanoTime() + within.toNanos();
        while (!ready.getAsBoolean()) {
            if (!waits(POLL) || System.nanoTime() - deadline > 0) {
                throw failure(isAlive() ? "is not ready in time" : "did not start");
            }
        }
        // Somebody else may have answered on its port.
        if (!isAlive()) {
            throw failure("did not start");
        }
    }

    /// Waits for the end of what does its work and goes, and fails if it takes too long or ends with another status
    /// than 0.
    void awaitDone(Duration within) {
        if (waits(within) || isAlive() || status() != 0) {
            throw failure(isAlive() ? "does not end" : "failed");
        }
    }

    private FleetFailure failure(String what) {
        return new FleetFailure(name + " " + what + "; the end of its log, " + log + ":\n" + logEnd());
    }

    private boolean waits(Duration time) {
        try {
            return !process.waitFor(time);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private String logEnd() {
        try {
            List<String> lines = Files.readAllLines(log);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size()));
        } catch (IOException e) {
            return "(it cannot be read: " + e.getMessage() + ")";
        }
    }

    /// SIGTERM.
    void terminate() {
        process.destroy();
    }

    /// Waits for its end, and kills it with its own children when that takes longer.
    ///
    /// @return whether it ended by itself
    boolean awaitEnd(Duration within) {
        if (!waits(within)) {
            return true;
        }
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        var _ = waits(within);
        return false;
    }
}
