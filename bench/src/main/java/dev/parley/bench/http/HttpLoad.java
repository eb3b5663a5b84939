package dev.parley.bench.http;

import dev.parley.bench.BenchFailure;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.SocketAddress;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Keeps a fixed number of connections busy, each with one request at a time, all on the calling thread: no thread to
/// switch to, nothing allocated but the answers. Used by one thread.
public final class HttpLoad implements AutoCloseable {

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(15);

    /// @param seconds from the first request to the last answer
    /// @param busy the part of that time in which this thread computed: near 1, the generator is the limit
    public record Run(double seconds, double busy) {}

    private final Selector selector;
    private final List<HttpConnection> connections = new ArrayList<>();

    public HttpLoad(SocketAddress server, int count) {
        try {
            selector = Selector.open();
            for (int i = 0; i < count; i++) {
                connections.add(new HttpConnection(i, server, selector));
            }
        } catch (IOException e) {
            throw BenchFailure.cannotRun("no connection to " + server + ": " + e.getMessage() + ".");
        }
    }

    /// Sends for this long, or until there is nothing more to send, then waits for the last answers.
    public Run run(Exchange exchange, Duration length) {
        try {
            long begun = System.nanoTime();
            long cpu = cpuNanos();
            send(exchange, begun + length.toNanos());
            double nanos = System.nanoTime() - begun;
            return new Run(nanos / 1e9, (cpuNanos() - cpu) / nanos);
        } catch (IOException e) {
            throw BenchFailure.wrong("a connection to the server broke: " + e.getMessage() + ".");
        }
    }

    private void send(Exchange exchange, long end) throws IOException {
        for (HttpConnection connection : connections) {
            connection.begin(exchange);
        }
        long deadline = end + LONGEST_WAIT.toNanos();
        while (connections.stream().anyMatch(HttpConnection::underWay)) {
            selector.select(key -> goOn((HttpConnection) key.attachment(), exchange, end), LONGEST_WAIT.toMillis());
            if (System.nanoTime() - deadline > 0) {
                throw BenchFailure.wrong("the server left requests unanswered for " + LONGEST_WAIT.toSeconds() + " s.");
            }
        }
    }

    private static void goOn(HttpConnection connection, Exchange exchange, long end) {
        try {
            if (connection.goOn(exchange) && System.nanoTime() - end < 0) {
                connection.begin(exchange);
            }
        } catch (IOException e) {
            throw BenchFailure.wrong("a connection to the server broke: " + e.getMessage() + ".");
        }
    }

    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    @Override
    public void close() {
        try {
            for (HttpConnection connection : connections) {
                connection.close();
            }
            selector.close();
        } catch (IOException e) {
            throw new IllegalStateException("a connection does not close", e);
        }
    }
}
