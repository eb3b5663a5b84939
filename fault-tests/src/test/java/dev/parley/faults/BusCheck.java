package dev.parley.faults;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/// Whether a fleet's bus carries, after something had befallen it: what is published on each node is heard on
/// the others, and each received some of it over the bus. Readers alone would not tell, since a node looks
/// into the log each second.
final class BusCheck {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final String RECEIVED = "parley_bus_received_events_total ";

    private final TortureFleet fleet;
    private final History history;
    private final String room;
    private final Client client = new Client(PATIENCE);
    private final List<RoomReader> readers = new ArrayList<>();
    private final List<String> findings = new ArrayList<>();

    private BusCheck(TortureFleet fleet, History history, String room) {
        this.fleet = fleet;
        this.history = history;
        this.room = room;
    }

    /// @param room one that is not there yet: whatever was known of others before does not count
    /// @param within after its publishing
    static List<String> findings(TortureFleet fleet, History history, String room, Duration within)
            throws IOException, InterruptedException {
        var check = new BusCheck(fleet, history, room);
        try {
            check.run(within);
        } finally {
            check.close();
        }
        return check.findings;
    }

    private void run(Duration within) throws IOException, InterruptedException {
        publish(0, "first");
        for (int port : fleet.ports()) {
            readers.add(RoomReader.of(port, room));
        }
        readers.forEach(reader -> reader.awaitHello(PATIENCE));
        List<Long> before = received();
        for (int node = 0; node < TortureFleet.NODES; node++) {
            long seq = publish(node, "from-" + node);
            for (int reader = 0; reader < readers.size(); reader++) {
                awaitHeard(node, reader, seq, within);
            }
        }
        awaitReceived(before, within);
    }

    private void awaitHeard(int node, int reader, long seq, Duration within) {
        try {
            readers.get(reader).awaitSeq(seq, within);
        } catch (ConditionTimeoutException _) {
            findings.add("what node " + node + " took in " + room + " was not heard on node " + reader + " within "
                    + within.toMillis() + " ms");
        }
    }

    private void awaitReceived(List<Long> before, Duration within) {
        for (int node = 0; node < TortureFleet.NODES; node++) {
            int own = node;
            try {
                Awaitility.await(RECEIVED)
                        .pollInterval(PAUSE)
                        .atMost(within)
                        .until(() -> received(own) > before.get(own));
            } catch (ConditionTimeoutException _) {
                findings.add("node " + node + " received nothing over the bus any more");
            }
        }
    }

    private List<Long> received() throws IOException, InterruptedException {
        List<Long> received = new ArrayList<>();
        for (int node = 0; node < TortureFleet.NODES; node++) {
            received.add(received(node));
        }
        return received;
    }

    private long received(int node) throws IOException, InterruptedException {
        return NodeMetrics.of(fleet.servers().get(node)).sum(RECEIVED);
    }

    /// Tries until it is acknowledged.
    ///
    /// @return its seq
    private long publish(int node, String id) throws InterruptedException {
        var message = new Message(room, "checker", id, "{\"id\":\"" + id + "\"}");
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            history.asked(message, node);
            Answer answer = client.publish(fleet.servers().get(node), message);
            history.answered(message, node, answer);
            if (answer instanceof Answer.Ok ok) {
                return ok.seq();
            }
            if (System.nanoTime() > until) {
                throw new IllegalStateException(message + " was answered " + answer);
            }
            Pace.until(System.nanoTime() + PAUSE.toNanos());
        }
    }

    private void close() throws IOException {
        for (RoomReader reader : readers) {
            reader.close();
        }
        client.close();
    }
}
