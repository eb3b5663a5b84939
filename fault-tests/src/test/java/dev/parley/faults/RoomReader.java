package dev.parley.faults;

import static org.awaitility.Awaitility.await;

import dev.parley.contract.RawStream;
import dev.parley.contract.SseParser;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/// Reads one room over one connection and writes down when it heard what.
final class RoomReader implements AutoCloseable {

    private final RawStream stream;
    private final List<Long> seqs = new CopyOnWriteArrayList<>();
    private final Map<Long, Long> heardAt = new ConcurrentHashMap<>();
    private final Set<String> events = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;
    private volatile long last;

    private RoomReader(RawStream stream) {
        this.stream = stream;
        Thread.ofVirtual().start(this::read);
    }

    static RoomReader of(int port, String room) throws IOException {
        return of(port, room, "reader");
    }

    static RoomReader of(int port, String room, String user) throws IOException {
        return new RoomReader(RawStream.open(
                port, RawStream.get("/v1/rooms/" + room + "/events", "Authorization: Bearer " + Tokens.of(user))));
    }

    private void read() {
        try {
            while (!closed) {
                try {
                    SseParser.Message message = stream.next(Duration.ofMillis(200));
                    if (message == null) {
                        events.add("the end");
                        return;
                    }
                    hear(message);
                } catch (SocketTimeoutException _) {
                    // Nothing was said.
                }
            }
        } catch (IOException e) {
            if (!closed) {
                events.add(e.toString());
            }
        }
    }

    private void hear(SseParser.Message message) {
        long now = System.nanoTime();
        events.add(message.event());
        if (message.event().equals("message")) {
            String id = message.lastEventId();
            long seq = Long.parseLong(id.substring(id.indexOf(':') + 1));
            seqs.add(seq);
            heardAt.put(seq, now);
            last = seq;
        }
    }

    void awaitHello(Duration within) {
        await().pollInterval(Duration.ofMillis(5)).atMost(within).until(() -> events.contains("hello"));
    }

    void awaitSeq(long seq, Duration within) {
        await("seq " + seq).pollInterval(Duration.ofMillis(5)).atMost(within).until(() -> last >= seq);
    }

    /// By this JVM's clock.
    long heardAt(long seq) {
        return heardAt.getOrDefault(seq, Long.MAX_VALUE);
    }

    List<Long> seqs() {
        return new ArrayList<>(seqs);
    }

    /// Of which kinds it heard something.
    Set<String> kinds() {
        return new TreeSet<>(events);
    }

    @Override
    public void close() throws IOException {
        closed = true;
        stream.close();
    }
}
