package dev.parley.contract;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.core.ConditionTimeoutException;

/// A whole server as a process of its own, on a free port of 127.0.0.1, killed with this JVM at the
/// latest. It runs from the runnable jar that the system property `parley.server.jar` names, with a recorded
/// start where one can be made; without the property from the class path of this JVM.
///
/// Its working folder is handed in: there are its `data`, and the files `server.out` and `server.err`
/// with all it has said. Not for several threads at once, the addresses excepted.
public final class ServerProcess implements AutoCloseable {

    private static final Duration DEADLINE = Duration.ofSeconds(90);
    private static final HttpClient HTTP =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

    /// How a process ended and what it said.
    public record Outcome(int status, String out, String err) {}

    private final ServerProgram program;
    private final Path folder;
    private final int port;
    private final List<String> options;
    private Process process;

    private ServerProcess(ServerProgram program, Path folder, int port, List<String> options) {
        this.program = program;
        this.folder = folder;
        this.port = port;
        this.options = options;
        this.process = spawn();
    }

    /// Starts a server and returns once it is ready.
    ///
    /// @param folder its working folder, so that relative paths of the options count from there
    /// @param options `--key=value` each; those that begin with `-X` or `-D` are for the JVM
    public static ServerProcess start(Path folder, String... options) {
        return startWith(ServerProgram.quick(), folder, options);
    }

    /// Starts a server from the jar just as people do, for what is about the start itself; returns once it is
    /// ready.
    public static ServerProcess startAsPeopleDo(Path folder, String... options) {
        return startWith(ServerProgram.plain(), folder, options);
    }

    private static ServerProcess startWith(ServerProgram program, Path folder, String... options) {
        var server = new ServerProcess(program, folder, freePort(), List.of(options));
        server.awaitReady();
        return server;
    }

    /// Starts a server and returns at once.
    public static ServerProcess launch(Path folder, String... options) {
        return new ServerProcess(ServerProgram.quick(), folder, freePort(), List.of(options));
    }

    /// Runs the jar with just these arguments to its end.
    public static Outcome call(Path folder, String... arguments) {
        try {
            Path out = Files.createTempFile(folder, "call", ".out");
            Path err = Files.createTempFile(folder, "call", ".err");
            Process process = ServerProgram.quick()
                    .process(folder, List.of(arguments))
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
            int status = statusOf(process, DEADLINE);
            return new Outcome(status, Files.readString(out), Files.readString(err));
        } catch (IOException e) {
            throw new IllegalStateException("cannot run the server's jar", e);
        }
    }

    public int port() {
        return port;
    }

    public long pid() {
        return process.pid();
    }

    /// @param path begins with a slash
    public URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    /// What the server has written to its standard output since the first start.
    public String out() {
        return read("server.out");
    }

    /// What it has written to its standard error.
    public String err() {
        return read("server.err");
    }

    /// SIGKILL.
    public void killHard() {
        process.destroyForcibly();
        statusOf(process, DEADLINE);
    }

    /// SIGTERM; returns at once.
    public void terminate() {
        signal("TERM");
    }

    /// SIGSTOP: it does nothing at all until it is resumed.
    public void pause() {
        signal("STOP");
    }

    /// SIGCONT.
    public void resume() {
        signal("CONT");
    }

    /// Waits for its end.
    public Outcome awaitEnd() {
        return new Outcome(statusOf(process, DEADLINE), out(), err());
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /// Starts the ended server again, with the same options on the same port, and returns once it is
    /// ready.
    public void restart() {
        if (process.isAlive()) {
            throw new IllegalStateException("the server is still running");
        }
        process = spawn();
        awaitReady();
    }

    /// Waits until `/readyz` answers 200.
    public void awaitReady() {
        try {
            await().pollInterval(Duration.ofMillis(25))
                    .atMost(DEADLINE)
                    .until(() -> !process.isAlive() || statusOfGet("/readyz") == 200);
        } catch (ConditionTimeoutException e) {
            killHard();
            throw new IllegalStateException("the server is not ready in time: " + out() + err(), e);
        }
        if (!process.isAlive()) {
            throw new IllegalStateException("the server did not start: " + out() + err());
        }
    }

    /// Ends it, paused or not, without ceremony.
    @Override
    public void close() {
        killHard();
    }

    private int statusOfGet(String path) throws InterruptedException {
        try {
            HttpRequest request = HttpRequest.newBuilder(uri(path))
                    .timeout(Duration.ofSeconds(2))
                    .build();
            return HTTP.send(request, BodyHandlers.discarding()).statusCode();
        } catch (IOException _) {
            return -1;
        }
    }

    private Process spawn() {
        List<String> arguments = new ArrayList<>(options);
        arguments.add("--server.port=" + port);
        try {
            Process spawned = program.process(folder, arguments)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(
                            folder.resolve("server.out").toFile()))
                    .redirectError(ProcessBuilder.Redirect.appendTo(
                            folder.resolve("server.err").toFile()))
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(spawned::destroyForcibly));
            return spawned;
        } catch (IOException e) {
            throw new IllegalStateException("cannot start the server", e);
        }
    }

    private void signal(String name) {
        try {
            Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid())).start();
            if (statusOf(kill, DEADLINE) != 0) {
                throw new IllegalStateException("cannot send SIG" + name + " to " + pid());
            }
        } catch (IOException e) {
            throw new IllegalStateException("cannot send SIG" + name, e);
        }
    }

    private static int statusOf(Process process, Duration within) {
        try {
            if (!process.waitFor(within)) {
                process.destroyForcibly();
                throw new IllegalStateException("the process does not end");
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a process ends", e);
        }
    }

    private String read(String file) {
        try {
            return Files.readString(folder.resolve(file));
        } catch (IOException e) {
            throw new IllegalStateException("cannot read " + file, e);
        }
    }

    private static int freePort() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new IllegalStateException("no free port", e);
        }
    }
}
