package dev.parley.bench.stream;

import dev.parley.bench.BenchFailure;
import dev.parley.bench.http.Exchange;
import dev.parley.bench.http.HttpAnswer;
import dev.parley.bench.http.HttpConnection;
import dev.parley.bench.report.Latency;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/// Sends requests on a timetable: request n is due at `begin + n / rate`, whether or not the one before has been
/// answered. When all connections wait for answers it is sent later, with the time at which it was due. Used by the
/// loop's thread alone.
public final class OpenLoop implements Exchange, Sending, AutoCloseable {

    /// What is asked, and what is made of the answers.
    public interface Requests {

        /// @param due on the clock of [System#nanoTime()]
        void write(int n, long due, ByteBuffer request);

        void answered(int n, long due, HttpAnswer answer);
    }

    private static final double NANOS = 1e9;

    private final Requests requests;
    private final List<HttpConnection> connections = new ArrayList<>();
    private final Deque<HttpConnection> free = new ArrayDeque<>();
    private final Histogram answers = Latency.histogram();

    private double rate = 1;
    private long begin = Long.MAX_VALUE;
    private long end = Long.MAX_VALUE;
    private int next;
    private long now;
    private long latest;
    private boolean stopped;

    /// @param count of connections, with one request at a time each
    public OpenLoop(InetSocketAddress server, int count, Requests requests, Loop loop) {
        this.requests = requests;
        try {
            for (int i = 0; i < count; i++) {
                connections.add(new HttpConnection(i, server, loop.selector()));
            }
        } catch (IOException e) {
            throw BenchFailure.cannotRun("no connection to " + server + ": " + e.getMessage() + ".");
        }
        free.addAll(connections);
    }

    /// @param perSecond 0 = none
    public void keepTo(double perSecond, long from, long to) {
        rate = perSecond;
        begin = from;
        end = perSecond == 0 ? from : to;
        next = 0;
        latest = 0;
    }

    /// What is due and could not be sent yet is not sent any more.
    public void stop() {
        stopped = true;
    }

    private long dueAt(int n) {
        return begin + (long) (n * NANOS / rate);
    }

    @Override
    public long due() {
        if (stopped || free.isEmpty() || begin == Long.MAX_VALUE || begin >= end) {
            return Long.MAX_VALUE;
        }
        long due = dueAt(next);
        return due >= end ? Long.MAX_VALUE : due;
    }

    @Override
    public void send(long time) {
        now = time;
        try {
            while (due() <= time) {
                free.remove().begin(this);
            }
        } catch (IOException e) {
            throw broken(e);
        }
    }

    @Override
    public void ready(HttpConnection connection) {
        try {
            if (connection.goOn(this)) {
                free.add(connection);
                send(System.nanoTime());
            }
        } catch (IOException e) {
            throw broken(e);
        }
    }

    private static BenchFailure broken(IOException e) {
        return BenchFailure.wrong("a publishing connection broke: " + e.getMessage() + ".");
    }

    @Override
    public int claim() {
        return next++;
    }

    @Override
    public void write(int n, int connection, ByteBuffer request) {
        latest = Math.max(latest, now - dueAt(n));
        requests.write(n, dueAt(n), request);
    }

    @Override
    public void answered(int n, HttpAnswer answer, long nanos) {
        Latency.record(answers, nanos);
        requests.answered(n, dueAt(n), answer);
    }

    @Override
    public boolean idle() {
        return free.size() == connections.size();
    }

    /// Since [#keepTo].
    public int sent() {
        return next;
    }

    /// How many requests would have been sent by now.
    public long owed(long time) {
        return time < begin ? 0 : (long) Math.ceil((Math.min(time, end) - begin) * rate / NANOS);
    }

    /// In ms, how late the latest was sent.
    public double latestMillis() {
        return latest / 1e6;
    }

    public Latency answers() {
        return Latency.of(answers);
    }

    @Override
    public List<HttpConnection> connections() {
        return connections;
    }

    @Override
    public void close() {
        try {
            for (HttpConnection connection : connections) {
                connection.close();
            }
        } catch (IOException e) {
            throw new IllegalStateException(
                    String.format(Locale.ROOT, "one of %d connections does not close", connections.size()), e);
        }
    }
}
