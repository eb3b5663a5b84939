package dev.parley.bench.live;

import dev.parley.bench.BenchFailure;
import dev.parley.bench.http.Exchange;
import dev.parley.bench.http.HttpAnswer;
import dev.parley.bench.http.HttpConnection;
import dev.parley.bench.peer.ParleyLive;
import dev.parley.bench.report.Latency;
import dev.parley.bench.stream.Loop;
import dev.parley.bench.stream.Sending;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.ThreadLocalRandom;
import org.HdrHistogram.Histogram;

/// Pulls for viewers who are told that there is something. Each waits a random time first, and has one pull at a time;
/// connections are shared, as those of a proxy are, by so few that nobody waits for one as long as the server keeps up.
final class Pulls implements Exchange, Sending, Viewers.Pulling, AutoCloseable {

    /// A page has up to 1 MiB of data, and what its events are beside it.
    private static final int LONGEST_PAGE = 2 << 20;
    private static final int PAGE = 500;
    private static final long DEFAULT_JITTER_MILLIS = 500;
    private static final long MILLI = 1_000_000;

    private final ParleyLive room;
    private final List<HttpConnection> connections = new ArrayList<>();
    private final Deque<HttpConnection> free = new ArrayDeque<>();
    private final PriorityQueue<Wanted> wanted = new PriorityQueue<>(Comparator.comparingLong(Wanted::due));
    private final Map<Integer, Wanted> byViewer = new HashMap<>();
    private final LivePage page = new LivePage();
    private final Histogram answers = Latency.histogram();
    private long sent;
    private long answered;
    private long failed;
    private String firstFailure = "";
    private long now;

    /// What a viewer is about to pull.
    private static final class Wanted {

        private final Viewer viewer;
        private long due;
        private long head;
        private boolean underWay;

        Wanted(Viewer viewer) {
            this.viewer = viewer;
        }

        long due() {
            return due;
        }
    }

    /// @param count of connections; 0 = nobody pulls
    Pulls(ParleyLive room, int count, Loop loop) {
        this.room = room;
        try {
            for (int i = 0; i < count; i++) {
                connections.add(new HttpConnection(i, room.address(), loop.selector(), LONGEST_PAGE));
            }
        } catch (IOException e) {
            throw BenchFailure.cannotRun("no connection to " + room.address() + ": " + e.getMessage() + ".");
        }
        free.addAll(connections);
    }

    @Override
    public void wanted(Viewer viewer, long head) {
        Wanted want = byViewer.computeIfAbsent(viewer.number(), _ -> new Wanted(viewer));
        boolean idle = want.head == 0 && !want.underWay;
        want.head = Math.max(want.head, head);
        if (idle) {
            long jitter = viewer.jitterMillis() < 0 ? DEFAULT_JITTER_MILLIS : viewer.jitterMillis();
            want.due = System.nanoTime() + ThreadLocalRandom.current().nextLong(jitter * MILLI + 1);
            wanted.add(want);
        }
    }

    @Override
    public long due() {
        Wanted first = wanted.peek();
        return first == null || free.isEmpty() ? Long.MAX_VALUE : first.due;
    }

    @Override
    public void send(long time) {
        now = time;
        try {
            while (due() <= now) {
                free.remove().begin(this);
            }
        } catch (IOException e) {
            throw BenchFailure.wrong("a pulling connection broke: " + e.getMessage() + ".");
        }
    }

    @Override
    public int claim() {
        Wanted first = wanted.remove();
        first.underWay = true;
        sent++;
        return first.viewer.number();
    }

    @Override
    public void write(int n, int connection, ByteBuffer request) {
        Wanted want = byViewer.get(n);
        if (want != null) {
            String query = "?after=" + want.viewer.account().cursor() + "&limit=" + PAGE + "&session="
                    + want.viewer.session() + "&min=" + want.head;
            want.head = 0;
            room.pull(n, query, request);
        }
    }

    @Override
    public void answered(int n, HttpAnswer answer, long nanos) {
        Latency.record(answers, nanos);
        Wanted want = byViewer.get(n);
        if (want == null) {
            return;
        }
        want.underWay = false;
        boolean more = want.head > 0;
        if (answer.status() / 100 == 2) {
            answered++;
            want.viewer.readAt(System.nanoTime());
            more |= page.read(answer.bytes(), answer.bodyFrom(), answer.bytes().length, want.viewer);
        } else {
            failed++;
            firstFailure = firstFailure.isEmpty() ? answer.text() : firstFailure;
        }
        if (more) {
            long head = Math.max(1, want.head);
            want.head = 0;
            wanted(want.viewer, head);
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
            throw BenchFailure.wrong("a pulling connection broke: " + e.getMessage() + ".");
        }
    }

    @Override
    public boolean idle() {
        return free.size() == connections.size() && wanted.isEmpty();
    }

    @Override
    public List<HttpConnection> connections() {
        return connections;
    }

    Sent sent() {
        return new Sent("pulls", sent, sent, answered, Map.of(), failed, firstFailure, 0, Latency.of(answers));
    }

    @Override
    public void close() {
        try {
            for (HttpConnection connection : connections) {
                connection.close();
            }
        } catch (IOException e) {
            throw new IllegalStateException("a pulling connection does not close", e);
        }
    }
}
