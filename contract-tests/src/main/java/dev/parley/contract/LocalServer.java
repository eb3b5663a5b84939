package dev.parley.contract;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.awaitility.core.ConditionTimeoutException;

/// A server program of this machine that a test runs for itself: on a free port of 127.0.0.1, with a
/// temporary folder of its own, gone with the JVM at the latest. Fails when the program is not
/// installed; it never skips. Not for several threads at once.
final class LocalServer implements AutoCloseable {

    /// What is run.
    ///
    /// @param name the program's file
    /// @param debian the package that brings it
    /// @param arguments so that it listens on this port and writes into this folder alone
    record Program(String name, String debian, Arguments arguments) {}

    @FunctionalInterface
    interface Arguments {
        List<String> of(int port, Path folder);
    }

    private static final Duration DEADLINE = Duration.ofSeconds(20);
    private static final int PORT_ATTEMPTS = 5;
    private static final Pattern PORT_TAKEN = Pattern.compile("address already in use", Pattern.CASE_INSENSITIVE);

    private final Program program;
    private final Path executable;
    private final Path folder;
    private final int port;
    private final Thread atEnd = new Thread(this::killHard);
    private Process process;

    private LocalServer(Program program, Path executable, Path folder, int port) {
        this.program = program;
        this.executable = executable;
        this.folder = folder;
        this.port = port;
        this.process = spawn();
        awaitReady();
        Runtime.getRuntime().addShutdownHook(atEnd);
    }

    static LocalServer start(Program program) {
        Path executable = InstalledPrograms.require(program.name(), program.debian());
        try {
            Path folder = Files.createTempDirectory("parley-" + program.name());
            return onFreePort(program, executable, folder);
        } catch (IOException e) {
            throw new IllegalStateException("cannot make a folder for " + program.name(), e);
        }
    }

    /// Between choosing a free port and binding it somebody else may take it.
    private static LocalServer onFreePort(Program program, Path executable, Path folder) {
        for (int attempt = 1; ; attempt++) {
            try {
                return new LocalServer(program, executable, folder, freePort());
            } catch (IllegalStateException e) {
                if (attempt == PORT_ATTEMPTS
                        || !PORT_TAKEN.matcher(String.valueOf(e.getMessage())).find()) {
                    throw e;
                }
            }
        }
    }

    private static int freePort() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new IllegalStateException("no free port", e);
        }
    }

    int port() {
        return port;
    }

    Path folder() {
        return folder;
    }

    void killHard() {
        process.destroyForcibly();
        awaitEnd();
    }

    /// Starts it again on its port; what it kept in its folder is there.
    void restart() {
        killHard();
        process = spawn();
        awaitReady();
    }

    /// It stands still with its connections open.
    void pause() {
        signal("STOP");
    }

    void resume() {
        signal("CONT");
    }

    private void signal(String name) {
        try {
            int result = new ProcessBuilder("sh", "-c", "kill -" + name + " " + process.pid())
                    .start()
                    .waitFor();
            if (result != 0) {
                throw new IllegalStateException("kill -" + name + " failed");
            }
        } catch (IOException e) {
            throw new IllegalStateException("cannot signal " + program.name(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while " + program.name() + " is signalled", e);
        }
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(atEnd);
        killHard();
        try (var files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new IllegalStateException("cannot remove " + folder, e);
        }
    }

    private Process spawn() {
        var command = new ArrayList<>(List.of(executable.toString()));
        command.addAll(program.arguments().of(port, folder));
        try {
            return new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
                    .start();
        } catch (IOException e) {
            throw new IllegalStateException("cannot start " + program.name(), e);
        }
    }

    private void awaitReady() {
        try {
            await().pollInterval(Duration.ofMillis(20)).atMost(DEADLINE).until(() -> !process.isAlive() || accepts());
        } catch (ConditionTimeoutException e) {
            killHard();
            throw new IllegalStateException(program.name() + " is not ready in time: " + words(), e);
        }
        if (!process.isAlive()) {
            throw new IllegalStateException(program.name() + " did not start: " + words());
        }
    }

    private boolean accepts() {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException _) {
            return false;
        }
    }

    private void awaitEnd() {
        try {
            if (!process.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException(program.name() + " does not end: " + words());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while " + program.name() + " ends", e);
        }
    }

    private Path log() {
        return folder.resolve("server.log");
    }

    private String words() {
        try {
            return Files.readString(log());
        } catch (IOException e) {
            return "(no log: " + e.getMessage() + ")";
        }
    }
}
