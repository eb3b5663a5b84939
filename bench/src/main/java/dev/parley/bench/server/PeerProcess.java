package dev.parley.bench.server;

import dev.parley.bench.BenchFailure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/// A server of the benchmark's own that is not Parley, with the processes that it starts.
public final class PeerProcess implements AutoCloseable {

    private static final Duration START_DEADLINE = Duration.ofSeconds(30);
    private static final Duration STOP_DEADLINE = Duration.ofSeconds(10);
    private static final Duration POLL = Duration.ofMillis(50);
    private static final int LOG_LINES = 12;

    private final String name;
    private final Process process;
    private final InetSocketAddress address;
    private final Path log;

    private PeerProcess(String name, Process process, InetSocketAddress address, Path log) {
        this.name = name;
        this.process = process;
        this.address = address;
        this.log = log;
        Runtime.getRuntime().addShutdownHook(new Thread(this::destroy));
    }

    /// Starts it on a free port and waits until it listens.
    ///
    /// @param command by the port
    public static PeerProcess start(
            String name, Path folder, Map<String, String> environment, IntFunction<List<String>> command) {
        int port = ServerUnderLoad.freePort();
        Path log = folder.resolve("log");
        var builder = new ProcessBuilder(command.apply(port))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        try {
            var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
            var started = new PeerProcess(name, builder.start(), address, log);
            started.awaitListening();
            return started;
        } catch (IOException e) {
            throw BenchFailure.cannotRun(name + " does not start: " + e.getMessage() + ".");
        }
    }

    private void awaitListening() throws IOException {
        long deadline = System.nanoTime() + START_DEADLINE.toNanos();
        try {
            while (!listens()) {
                if (process.waitFor(POLL.toMillis(), TimeUnit.MILLISECONDS) || System.nanoTime() - deadline > 0) {
                    destroy();
                    throw BenchFailure.cannotRun(name + " does not start; the end of its log:\n" + logEnd());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw BenchFailure.cannotRun("the benchmark was interrupted.");
        }
    }

    private boolean listens() {
        try (var socket = new Socket(address.getAddress(), address.getPort())) {
            return socket.isConnected();
        } catch (IOException _) {
            return false;
        }
    }

    private String logEnd() throws IOException {
        List<String> lines = Files.readAllLines(log);
        return String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size()));
    }

    public InetSocketAddress address() {
        return address;
    }

    public ProcessFigures figures() {
        return new ProcessFigures(Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .map(ProcessHandle::pid)
                .toList());
    }

    private void destroy() {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
    }

    @Override
    public void close() {
        destroy();
        try {
            if (!process.waitFor(STOP_DEADLINE.toSeconds(), TimeUnit.SECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
