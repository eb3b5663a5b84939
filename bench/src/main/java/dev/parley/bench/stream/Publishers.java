package dev.parley.bench.stream;

import dev.parley.bench.http.HttpAnswer;
import dev.parley.bench.http.HttpConnection;
import java.nio.ByteBuffer;
import java.util.List;

/// Publishes messages into the rooms of a load on a timetable.
final class Publishers implements OpenLoop.Requests, Sending, AutoCloseable {

    private final Target target;
    private final Turns turns;
    private final Published published;
    private final OpenLoop requests;
    private String padding = "";
    private long refused;
    private String refusal = "";

    Publishers(Target target, Turns turns, int count, Published published, Loop loop) {
        this.target = target;
        this.turns = turns;
        this.published = published;
        this.requests = new OpenLoop(target.address(), count, this, loop);
    }

    void keepTo(double messagesPerSecond, long from, long to) {
        requests.keepTo(messagesPerSecond, from, to);
    }

    /// Each text is the stamp and this many bytes.
    void pad(int bytes) {
        padding = "x".repeat(bytes);
    }

    @Override
    public long due() {
        return requests.due();
    }

    @Override
    public void send(long now) {
        requests.send(now);
    }

    @Override
    public void ready(HttpConnection connection) {
        requests.ready(connection);
    }

    @Override
    public void write(int n, long due, ByteBuffer request) {
        target.writePublish(turns.room(n), Stamp.write(due) + padding, request);
    }

    @Override
    public void answered(int n, long due, HttpAnswer answer) {
        if (target.published(answer.status())) {
            published.acknowledged(turns.room(n), due);
        } else if (refused++ == 0) {
            refusal = answer.text()
                    .lines()
                    .reduce((first, last) -> first + " … " + last)
                    .orElse("");
        }
    }

    @Override
    public boolean idle() {
        return requests.idle();
    }

    @Override
    public List<HttpConnection> connections() {
        return requests.connections();
    }

    int sent() {
        return requests.sent();
    }

    /// How many messages would have been sent by now.
    long owed(long time) {
        return requests.owed(time);
    }

    /// In ms, how late the latest was sent.
    double latestMillis() {
        return requests.latestMillis();
    }

    long refused() {
        return refused;
    }

    String refusal() {
        return refusal;
    }

    @Override
    public void close() {
        requests.close();
    }
}
