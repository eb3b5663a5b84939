package dev.parley.faults;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;

/// How long an event takes from its asking to a reader on the node that took it, and to one on another node,
/// in the same run: 200 messages a second over 50 rooms, on a timetable.
final class CrossNode implements AutoCloseable {

    private static final int ROOMS = 50;
    private static final int PER_SECOND = 200;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /// Of 99 % of all events.
    record Found(Duration own, Duration other, long count) {

        /// On another node within twice the time of its own.
        List<String> findings() {
            return other.compareTo(own.multipliedBy(2)) > 0 ? List.of("too slow on another node: " + this) : List.of();
        }

        @Override
        public String toString() {
            return "p99 of %d events: %.1f ms on their own node, %.1f ms on another"
                    .formatted(count, own.toNanos() / 1e6, other.toNanos() / 1e6);
        }
    }

    private record Sent(int room, long seq, long at) {}

    private final TortureFleet fleet;
    private final History history;
    private final String name;
    private final Client client = new Client(PATIENCE);
    private final List<RoomReader> own = new ArrayList<>();
    private final List<RoomReader> other = new ArrayList<>();
    private final Map<String, Sent> sent = new ConcurrentHashMap<>();

    /// @param name what the rooms' names begin with
    CrossNode(TortureFleet fleet, History history, String name) {
        this.fleet = fleet;
        this.history = history;
        this.name = name;
    }

    Found measure(Duration time) throws IOException, InterruptedException {
        for (int room = 0; room < ROOMS; room++) {
            publish(room, -1);
            own.add(RoomReader.of(port(room), name(room)));
            other.add(RoomReader.of(port(room + 1), name(room)));
        }
        own.forEach(reader -> reader.awaitHello(PATIENCE));
        other.forEach(reader -> reader.awaitHello(PATIENCE));
        sent.clear();
        publishOnTime(time.toSeconds() * PER_SECOND);
        for (Sent each : sent.values()) {
            own.get(each.room).awaitSeq(each.seq, PATIENCE);
            other.get(each.room).awaitSeq(each.seq, PATIENCE);
        }
        return new Found(p99(own), p99(other), sent.size());
    }

    private void publishOnTime(long count) {
        long begin = System.nanoTime();
        try (var publishers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < count; i++) {
                int number = i;
                Pace.until(begin + number * 1_000_000_000L / PER_SECOND);
                publishers.execute(() -> publish(number % ROOMS, number));
            }
        }
    }

    private void publish(int room, int number) {
        var message = new Message(name(room), "timed", name + number + "-" + room, "{\"n\":" + number + "}");
        int node = room % TortureFleet.NODES;
        long at = System.nanoTime();
        history.asked(message, node);
        try {
            Answer answer = client.publish(fleet.servers().get(node), message);
            history.answered(message, node, answer);
            if (answer instanceof Answer.Ok ok) {
                sent.put(message.clientMsgId(), new Sent(room, ok.seq(), at));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private Duration p99(List<RoomReader> readers) {
        List<Long> delays = sent.values().stream()
                .map(each -> readers.get(each.room).heardAt(each.seq) - each.at)
                .sorted()
                .toList();
        return Duration.ofNanos(delays.get(delays.size() * 99 / 100));
    }

    private int port(int number) {
        return fleet.ports().get(number % TortureFleet.NODES);
    }

    private String name(int room) {
        return name + "-" + room;
    }

    @Override
    public void close() throws IOException {
        for (RoomReader reader : own) {
            reader.close();
        }
        for (RoomReader reader : other) {
            reader.close();
        }
        client.close();
    }
}
