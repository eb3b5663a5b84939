package dev.parley.contract;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// PostgreSQL's programs as this machine has them, run as somebody other than root: `initdb` and `postgres` refuse to
/// run as root.
public record PostgresBinaries(Path folder, Optional<String> runAs) {

    private static final Path DEBIAN = Path.of("/usr/lib/postgresql");
    private static final List<String> PROGRAMS = List.of("initdb", "postgres", "pg_ctl", "createdb");
    private static final long DEADLINE_SECONDS = 120;

    /// @throws IllegalStateException in one sentence when there are none
    public static PostgresBinaries find() {
        return new PostgresBinaries(
                onPath().or(PostgresBinaries::ofDebian)
                        .orElseThrow(() -> new IllegalStateException(
                                "PostgreSQL's initdb is neither on the PATH nor in /usr/lib/postgresql/*/bin:"
                                        + " please install PostgreSQL (on Debian: apt-get install postgresql)")),
                root() ? Optional.of(account()) : Optional.empty());
    }

    private static Optional<Path> onPath() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .filter(entry -> !entry.isEmpty())
                .map(Path::of)
                .filter(PostgresBinaries::complete)
                .findFirst();
    }

    private static Optional<Path> ofDebian() {
        if (!Files.isDirectory(DEBIAN)) {
            return Optional.empty();
        }
        try (var releases = Files.list(DEBIAN)) {
            return releases.map(release -> release.resolve("bin"))
                    .filter(PostgresBinaries::complete)
                    .max(Comparator.naturalOrder());
        } catch (IOException e) {
            throw new IllegalStateException("cannot look into " + DEBIAN, e);
        }
    }

    private static boolean complete(Path folder) {
        return PROGRAMS.stream().map(folder::resolve).allMatch(Files::isExecutable);
    }

    private static boolean root() {
        return System.getProperty("user.name").equals("root");
    }

    private static String account() {
        try {
            return Files.readAllLines(Path.of("/etc/passwd")).stream().anyMatch(line -> line.startsWith("postgres:"))
                    ? "postgres"
                    : "nobody";
        } catch (IOException e) {
            throw new IllegalStateException("cannot look up the accounts of this machine", e);
        }
    }

    /// Makes the owner of the processes the owner of the folder.
    public void giveTo(Path path) {
        runAs.ifPresent(account -> run(List.of("chown", "-R", account, path.toString())));
    }

    /// Runs a program to its end; fails with its output.
    public String call(String program, String... arguments) {
        return run(command(program, arguments));
    }

    /// Starts a program whose output goes to the log.
    Process start(Path log, String program, String... arguments) {
        try {
            return new ProcessBuilder(command(program, arguments))
                    .directory(new File("/"))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
        } catch (IOException e) {
            throw new IllegalStateException("cannot start " + program, e);
        }
    }

    /// What runs a program. Nothing of it forks: the process is the program itself.
    public List<String> command(String program, String... arguments) {
        var command = new ArrayList<String>();
        runAs.ifPresent(account -> command.addAll(
                List.of("setpriv", "--reuid=" + account, "--regid=" + account(account), "--clear-groups", "--")));
        command.add(folder.resolve(program).toString());
        command.addAll(List.of(arguments));
        return command;
    }

    private static String account(String user) {
        return run(List.of("id", "-g", user)).strip();
    }

    private static String run(List<String> command) {
        try {
            Path output = Files.createTempFile("parley-postgres", ".out");
            try {
                return run(command, output);
            } finally {
                Files.delete(output);
            }
        } catch (IOException e) {
            throw new IllegalStateException("cannot run " + command, e);
        }
    }

    private static String run(List<String> command, Path output) throws IOException {
        Process process = new ProcessBuilder(command)
                .directory(new File("/"))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            if (!process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IllegalStateException(command + " did not end within " + DEADLINE_SECONDS + " s");
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IllegalStateException(command + " was interrupted", e);
        }
        String text = Files.readString(output);
        if (process.exitValue() != 0) {
            throw new IllegalStateException(command + " failed: " + text);
        }
        return text;
    }
}
