package dev.parley.bench.server;

import dev.parley.bench.BenchFailure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
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
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/// A server of the benchmark's own, as a process: the flags of this JVM, SQLite, tokens signed with a secret.
public final class ServerUnderLoad implements AutoCloseable {

    private static final Duration START_DEADLINE = Duration.ofSeconds(90);
    private static final Duration STOP_DEADLINE = Duration.ofSeconds(20);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final int LOG_LINES = 12;
    private static final Pattern WARNING = Pattern.compile(" (WARN|ERROR) ");

    private final Process process;
    private final int port;
    private final Path data;
    private final Path log;

    private ServerUnderLoad(Process process, int port, Path data, Path log) {
        this.process = process;
        this.port = port;
        this.data = data;
        this.log = log;
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
    }

    /// @param java starts its JVM; see [JavaCommand]
    /// @param before what comes before that, to choose a core for instance
    /// @param arguments more arguments for the server
    public static ServerUnderLoad start(
            List<String> java, Path folder, String secret, List<String> before, List<String> arguments) {
        int port = freePort();
        Path data = folder.resolve("data");
        Path log = folder.resolve("server.log");
        List<String> command = new ArrayList<>(before);
        command.addAll(java);
        command.addAll(List.of(
                "--server.address=127.0.0.1", "--server.port=" + port, "--parley.auth=jwt", "--parley.data=" + data));
        command.addAll(arguments);
        var builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().put("PARLEY_AUTH_JWT_SECRET", secret);
        try {
            var server = new ServerUnderLoad(builder.start(), port, data, log);
            server.awaitReady();
            return server;
        } catch (IOException e) {
            throw BenchFailure.cannotRun("the server does not start: " + e.getMessage() + ".");
        }
    }

    static int freePort() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw BenchFailure.cannotRun("there is no free port: " + e.getMessage() + ".");
        }
    }

    private void awaitReady() throws IOException {
        long deadline = System.nanoTime() + START_DEADLINE.toNanos();
        try (var client = HttpClient.newHttpClient()) {
            while (!ready(client)) {
                if (process.waitFor(POLL.toMillis(), TimeUnit.MILLISECONDS) || System.nanoTime() - deadline > 0) {
                    process.destroyForcibly();
                    throw BenchFailure.cannotRun("the server does not start; the end of its log:\n" + logEnd());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw BenchFailure.cannotRun("the benchmark was interrupted.");
        }
    }

    private boolean ready(HttpClient client) throws InterruptedException {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/readyz"))
                .timeout(START_DEADLINE)
                .build();
        try {
            return client.send(request, BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException _) {
            return false;
        }
    }

    private String logEnd() throws IOException {
        List<String> lines = Files.readAllLines(log);
        return String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size()));
    }

    public InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    /// The SQLite file.
    public Path database() {
        return data.resolve("parley.db");
    }

    /// What the process has computed so far, all its threads together.
    public Duration cpu() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    public ProcessFigures figures() {
        return new ProcessFigures(List.of(process.pid()));
    }

    /// The lines of its log that warn.
    public List<String> warnings() {
        try (var lines = Files.lines(log)) {
            return lines.filter(WARNING.asPredicate()).toList();
        } catch (IOException e) {
            throw new IllegalStateException("the server's log cannot be read", e);
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(STOP_DEADLINE.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
