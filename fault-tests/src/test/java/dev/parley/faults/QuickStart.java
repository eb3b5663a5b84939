package dev.parley.faults;

import dev.parley.contract.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Lets the many servers of a run start in a third of the time: once in a run, the runnable jar is unpacked,
/// as its makers provide for, and one server's start is recorded for the next ones. The classes are the same.
final class QuickStart {

    private static final String JAR = "parley.server.jar";
    private static final long UNPACK_SECONDS = 60;
    private static final List<String> FLAGS = prepare();

    private QuickStart() {}

    /// For the JVM of a server; none if this one cannot do it.
    static List<String> flags() {
        return FLAGS;
    }

    private static List<String> prepare() {
        String jar = System.getProperty(JAR);
        if (jar == null) {
            return List.of();
        }
        try {
            Path folder = emptyFolder();
            System.setProperty(JAR, unpack(Path.of(jar), folder).toString());
            return record(folder);
        } catch (IOException | InterruptedException | IllegalStateException e) {
            System.out.println("servers start slowly, since no start could be recorded: " + e);
            System.setProperty(JAR, jar);
            return List.of();
        }
    }

    private static Path emptyFolder() throws IOException {
        Path folder = Path.of("target", "quick-start").toAbsolutePath();
        if (Files.exists(folder)) {
            try (var files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        return Files.createDirectories(folder);
    }

    private static Path unpack(Path jar, Path folder) throws IOException, InterruptedException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Path unpacked = folder.resolve("server");
        Process process = new ProcessBuilder(
                        java.toString(),
                        "-Djarmode=tools",
                        "-jar",
                        jar.toString(),
                        "extract",
                        "--destination",
                        unpacked.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("unpacked").toFile())
                .start();
        if (!process.waitFor(UNPACK_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        if (process.waitFor() != 0) {
            throw new IllegalStateException(Files.readString(folder.resolve("unpacked")));
        }
        return unpacked.resolve(jar.getFileName());
    }

    private static List<String> record(Path folder) {
        Path recorded = folder.resolve("start");
        String[] options = Options.with(List.of("-XX:AOTCacheOutput=" + recorded), "--parley.store=sqlite");
        try (var server = ServerProcess.start(folder, options)) {
            // The record is written when it ends in order.
            server.terminate();
            server.awaitEnd();
        }
        if (!Files.exists(recorded)) {
            throw new IllegalStateException("the JVM wrote no record");
        }
        return List.of("-XX:AOTCache=" + recorded);
    }
}
