package dev.parley.bench.live;

import dev.parley.bench.http.HttpAnswer;
import dev.parley.bench.stream.Loop;
import dev.parley.bench.stream.OpenLoop;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// Sends one kind of request into the room, and counts how each was answered.
final class Source implements OpenLoop.Requests, AutoCloseable {

    /// Writes the nth request.
    @FunctionalInterface
    interface Writing {
        void write(int n, long due, ByteBuffer request);
    }

    /// Told of each that was accepted.
    @FunctionalInterface
    interface Accepting {
        void accepted(HttpAnswer answer, long due);
    }

    private static final int REFUSED = 429;
    private static final Pattern CODE = Pattern.compile("\"code\"\\s*:\\s*\"([a-z-]+)\"");

    private final String what;
    private final Writing writing;
    private final Accepting accepting;
    private final OpenLoop requests;
    private long end;
    private long accepted;
    private final Map<String, Long> refused = new TreeMap<>();
    private long unexpected;
    private String firstUnexpected = "";

    Source(String what, InetSocketAddress server, int connections, Loop loop, Writing writing, Accepting accepting) {
        this.what = what;
        this.writing = writing;
        this.accepting = accepting;
        this.requests = new OpenLoop(server, connections, this, loop);
    }

    /// Once.
    void keepTo(double perSecond, long from, long to) {
        end = to;
        requests.keepTo(perSecond, from, to);
    }

    @Override
    public void write(int n, long due, ByteBuffer request) {
        writing.write(n, due, request);
    }

    @Override
    public void answered(int n, long due, HttpAnswer answer) {
        if (answer.status() / 100 == 2) {
            accepted++;
            accepting.accepted(answer, due);
        } else if (answer.status() == REFUSED) {
            refused.merge(code(answer), 1L, Long::sum);
        } else if (unexpected++ == 0) {
            firstUnexpected = answer.text()
                    .lines()
                    .reduce((first, last) -> first + " … " + last)
                    .orElse("");
        }
    }

    private static String code(HttpAnswer answer) {
        var code = CODE.matcher(new String(
                answer.bytes(), answer.bodyFrom(), answer.bytes().length - answer.bodyFrom(), StandardCharsets.UTF_8));
        return code.find() ? code.group(1) : "without a code";
    }

    OpenLoop requests() {
        return requests;
    }

    long accepted() {
        return accepted;
    }

    Sent sent() {
        return new Sent(
                what,
                requests.owed(end),
                requests.sent(),
                accepted,
                Collections.unmodifiableMap(new TreeMap<>(refused)),
                unexpected,
                firstUnexpected,
                requests.latestMillis(),
                requests.answers());
    }

    @Override
    public void close() {
        requests.close();
    }
}
