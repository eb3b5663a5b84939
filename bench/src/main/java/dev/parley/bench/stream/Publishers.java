package dev.parley.bench.stream;

import dev.parley.bench.BenchFailure;
import dev.parley.bench.http.Exchange;
import dev.parley.bench.http.HttpAnswer;
import dev.parley.bench.http.HttpConnection;
import dev.parley.bench.report.Latency;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/// Publishes on a timetable: message n is due at `begin + n / rate`, whether or not the one before has been answered.
/// When all connections wait for answers it is sent later, with the time at which it was due.
final class Publishers implements Exchange, AutoCloseable {

    private static final double NANOS = 1e9;

    private final Target target;
    private final Turns turns;
    private String padding = "";
    private final Published published;
    private final List<HttpConnection> connections = new ArrayList<>();
    private final Deque<HttpConnection> free = new ArrayDeque<>();
    private final Histogram answers = Latency.histogram();

    private double rate = 1;
    private long begin = Long.MAX_VALUE;
    private long end = Long.MAX_VALUE;
    private int next;
    private long now;
    private long latest;
    private long refused;
    private String refusal = "";

    Publishers(Target target, Turns turns, int count, Published published, Loop loop) {
        this.target = target;
        this.turns = turns;
        this.published = published;
        try {
            for (int i = 0; i < count; i++) {
                connections.add(new HttpConnection(i, target.address(), loop.selector()));
            }
        } catch (IOException e) {
            throw BenchFailure.cannotRun("no connection to " + target.address() + ": " + e.getMessage() + ".");
        }
        free.addAll(connections);
    }

    void keepTo(double messagesPerSecond, long from, long to) {
        rate = messagesPerSecond;
        begin = from;
        end = to;
        next = 0;
        latest = 0;
    }

    /// Each text is the stamp and this many bytes.
    void pad(int bytes) {
        padding = "x".repeat(bytes);
    }

    private long dueAt(int n) {
        return begin + (long) (n * NANOS / rate);
    }

    /// When the next message is to be sent; never while none can be.
    long due() {
        long due = begin == Long.MAX_VALUE ? begin : dueAt(next);
        return free.isEmpty() || due >= end ? Long.MAX_VALUE : due;
    }

    void publish(long time) {
        now = time;
        try {
            while (due() <= time) {
                free.remove().begin(this);
            }
        } catch (IOException e) {
            throw broken(e);
        }
    }

    void ready(HttpConnection connection) {
        try {
            if (connection.goOn(this)) {
                free.add(connection);
                publish(System.nanoTime());
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
        target.writePublish(turns.room(n), Stamp.write(dueAt(n)) + padding, request);
    }

    @Override
    public void answered(int n, HttpAnswer answer, long nanos) {
        Latency.record(answers, nanos);
        if (target.published(answer.status())) {
            published.acknowledged(turns.room(n), dueAt(n));
        } else if (refused++ == 0) {
            refusal = answer.text()
                    .lines()
                    .reduce((first, last) -> first + " … " + last)
                    .orElse("");
        }
    }

    boolean idle() {
        return free.size() == connections.size();
    }

    int sent() {
        return next;
    }

    /// How many messages would have been sent by now.
    long owed(long time) {
        return time < begin ? 0 : (long) Math.ceil((Math.min(time, end) - begin) * rate / NANOS);
    }

    /// In ms, how late the latest was sent.
    double latestMillis() {
        return latest / 1e6;
    }

    long refused() {
        return refused;
    }

    String refusal() {
        return refusal;
    }

    Latency answers() {
        return Latency.of(answers);
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
