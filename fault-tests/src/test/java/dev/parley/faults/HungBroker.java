package dev.parley.faults;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;

/// How long publishing takes while the broker, and the registry if there is one, stand still with their connections
/// open, beside how long it took just before: 200 messages a second over 50 rooms, on a timetable.
final class HungBroker {

    private static final int ROOMS = 50;
    private static final int PER_SECOND = 200;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /// Of 99 % of all publishes.
    record Found(Duration well, Duration hung, long count) {

        /// Beyond twice the time, as a difference that can be seen among others on a machine of two cores.
        private static final Duration NOISE = Duration.ofMillis(25);

        List<String> findings() {
            return hung.compareTo(well.multipliedBy(2).plus(NOISE)) > 0
                    ? List.of("publishing waits for the broker: " + this)
                    : List.of();
        }

        @Override
        public String toString() {
            return "p99 of %d publishes: %.1f ms, %.1f ms while the broker and the registry hang"
                    .formatted(count, well.toNanos() / 1e6, hung.toNanos() / 1e6);
        }
    }

    private final TortureFleet fleet;
    private final History history;

    HungBroker(TortureFleet fleet, History history) {
        this.fleet = fleet;
        this.history = history;
    }

    Found measure(Duration time) throws IOException {
        try (var client = new Client(PATIENCE)) {
            // The first ones make the rooms.
            p99(client, "first", Duration.ofSeconds(2));
            Duration well = p99(client, "well", time);
            fleet.pauseServices();
            Duration hung;
            try {
                hung = p99(client, "hung", time);
            } finally {
                fleet.resumeServices();
            }
            fleet.awaitUp();
            return new Found(well, hung, time.toSeconds() * PER_SECOND);
        }
    }

    private Duration p99(Client client, String part, Duration time) {
        Queue<Long> took = new ConcurrentLinkedQueue<>();
        long begin = System.nanoTime();
        try (var publishers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < time.toSeconds() * PER_SECOND; i++) {
                int number = i;
                Pace.until(begin + number * 1_000_000_000L / PER_SECOND);
                publishers.execute(() -> took.add(publish(client, part, number)));
            }
        }
        List<Long> sorted = took.stream().sorted().toList();
        return Duration.ofNanos(sorted.get(sorted.size() * 99 / 100));
    }

    private long publish(Client client, String part, int number) {
        int room = number % ROOMS;
        var message = new Message("paced-" + room, "paced", part + number, "{\"n\":" + number + "}");
        int node = room % TortureFleet.NODES;
        history.asked(message, node);
        long begun = System.nanoTime();
        try {
            history.answered(message, node, client.publish(fleet.servers().get(node), message));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        return System.nanoTime() - begun;
    }
}
