package dev.parley.bench.stream;

import dev.parley.bench.BenchFailure;
import dev.parley.bench.report.Latency;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/// Asks for something that is refused as soon as it was read, in turn over connections that lie on all event loops: how
/// long an answer takes is how long the loop did not come to read. On a thread of its own, so that deliveries that are
/// being read here do not count as the server's.
public final class Probe implements AutoCloseable {

    /// So many that each loop has some.
    private static final int CONNECTIONS = 16;
    private static final int PATIENCE_MILLIS = 10_000;
    private static final int REFUSED = 400;
    private static final double NANOS = 1e9;
    private static final Duration LAST = Duration.ofSeconds(11);

    private final byte[] request;
    private final double rate;
    private final long countsFrom;
    private final List<Socket> sockets = new ArrayList<>();
    private final Histogram latency = Latency.histogram();
    private final Thread thread;
    private volatile boolean over;
    private final AtomicLong answered = new AtomicLong();
    private volatile String fault = "";

    private Probe(InetSocketAddress server, byte[] request, double rate, long countsFrom) {
        this.request = request;
        this.rate = rate;
        this.countsFrom = countsFrom;
        try {
            for (int i = 0; i < CONNECTIONS; i++) {
                var socket = new Socket(server.getAddress(), server.getPort());
                sockets.add(socket);
                socket.setTcpNoDelay(true);
                socket.setSoTimeout(PATIENCE_MILLIS);
            }
        } catch (IOException e) {
            throw BenchFailure.cannotRun("no connection to " + server + ": " + e.getMessage() + ".");
        }
        this.thread = Thread.ofPlatform().daemon().name("probe").start(this::run);
    }

    /// @param request is answered 400 without a look at the log
    /// @param rate of requests a second
    /// @param warmUp what is due in this time first does not count
    public static Probe start(InetSocketAddress server, byte[] request, double rate, Duration warmUp) {
        return new Probe(server, request, rate, System.nanoTime() + warmUp.toNanos());
    }

    private void run() {
        long begin = System.nanoTime();
        try {
            for (int n = 0; !over; n++) {
                ask(sockets.get(n % CONNECTIONS), begin + (long) (n * NANOS / rate));
            }
        } catch (IOException e) {
            fault = String.valueOf(e.getMessage());
        }
    }

    /// An answer that is late makes the next request late, which counts from when it was due.
    private void ask(Socket socket, long due) throws IOException {
        for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime()) {
            LockSupport.parkNanos(wait);
        }
        if (over) {
            return;
        }
        socket.getOutputStream().write(request);
        int status = answer(new BufferedInputStream(socket.getInputStream()));
        if (status != REFUSED) {
            throw new IOException("the answer is " + status + " instead of " + REFUSED);
        }
        answered.incrementAndGet();
        if (due >= countsFrom) {
            Latency.record(latency, System.nanoTime() - due);
        }
    }

    /// Reads one answer to its end; its status.
    private static int answer(InputStream in) throws IOException {
        String status = line(in);
        int length = 0;
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            if (line.regionMatches(true, 0, "content-length:", 0, 15)) {
                length = Integer.parseInt(line.substring(15).strip());
            }
        }
        in.skipNBytes(length);
        return Integer.parseInt(status.split(" ", 3)[1]);
    }

    private static String line(InputStream in) throws IOException {
        var line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new IOException("the server closed the connection");
            }
            line.append(c == '\r' ? "" : (char) c);
        }
        return line.toString();
    }

    /// Requests so far, those that do not count included.
    long answered() {
        return answered.get();
    }

    /// From when a request was due to its answer; ends the probe.
    public Latency latency() {
        close();
        if (!fault.isEmpty()) {
            throw BenchFailure.wrong("the probe broke: " + fault + ".");
        }
        if (latency.getTotalCount() == 0) {
            throw BenchFailure.wrong("no request of the probe was answered after the warm-up: nothing is known of it.");
        }
        return Latency.of(latency);
    }

    @Override
    public void close() {
        over = true;
        try {
            thread.join(LAST);
            for (Socket socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw BenchFailure.wrong("a connection does not close: " + e.getMessage() + ".");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
