package dev.parley.faults;

import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// Watches with `strace` how often a process has a file flushed to the disk.
final class DiskTrace implements AutoCloseable {

    private static final String PROGRAM = "strace";
    private static final Duration DEADLINE = Duration.ofSeconds(20);

    private final Path calls;
    private final Process strace;

    private DiskTrace(Path calls, Process strace) {
        this.calls = calls;
        this.strace = strace;
    }

    /// Whether this machine has the program.
    static boolean available() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, PROGRAM)));
    }

    /// Returns once all threads of the process are watched.
    static DiskTrace of(long pid, Path folder) throws IOException {
        Path calls = folder.resolve("flushes");
        var command = List.of(
                PROGRAM, "-f", "-y", "-e", "trace=fsync,fdatasync", "-o", calls.toString(), "-p", Long.toString(pid));
        Process strace = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("strace").toFile())
                .start();
        var trace = new DiskTrace(calls, strace);
        try {
            await("strace watches").atMost(DEADLINE).until(() -> strace.isAlive() && watched(pid));
            return trace;
        } catch (RuntimeException e) {
            trace.close();
            throw new IllegalStateException("strace cannot watch: " + Files.readString(folder.resolve("strace")), e);
        }
    }

    private static boolean watched(long pid) throws IOException {
        try (var threads = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
            for (Path thread : threads.toList()) {
                // Threads that end meanwhile need no watching.
                if (Files.exists(thread)
                        && Files.readString(thread.resolve("status")).contains("TracerPid:\t0\n")) {
                    return false;
                }
            }
            return true;
        }
    }

    /// Flushes so far that have returned, of files whose name ends so.
    long flushes(String suffix) throws IOException {
        try (var lines = Files.lines(calls)) {
            return lines.filter(line -> line.contains(suffix + ">")).count();
        }
    }

    @Override
    public void close() {
        // Told to end, it lets go of the process it watches.
        strace.destroy();
        try {
            if (!strace.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS)) {
                strace.destroyForcibly();
            }
        } catch (InterruptedException e) {
            strace.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
