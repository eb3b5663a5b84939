package dev.parley.bench.server;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// Finds programs of this machine.
public final class Programs {

    private static final int DEADLINE_SECONDS = 10;

    private Programs() {}

    /// On the path, or where servers are installed.
    public static Optional<Path> find(String name) {
        String path = System.getenv().getOrDefault("PATH", "");
        return Stream.concat(Stream.of(path.split(File.pathSeparator)), Stream.of("/usr/sbin", "/usr/local/sbin"))
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /// What it answers to the question for its version, in one line.
    public static String version(Path program, String question) {
        try {
            Process process = new ProcessBuilder(List.of(program.toString(), question))
                    .redirectErrorStream(true)
                    .start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS);
            return said.lines().findFirst().orElse("").strip();
        } catch (IOException _) {
            return "";
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return "";
        }
    }
}
