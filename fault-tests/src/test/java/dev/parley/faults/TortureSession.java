package dev.parley.faults;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/// Writers and readers on all nodes of a fleet while it is hurt, and what is found wrong: held against the
/// table and the wire.
final class TortureSession implements AutoCloseable {

    static final int ROOMS = 40;
    static final int WRITERS = 8;
    static final int READERS = 120;

    static final List<String> NAMES =
            IntStream.range(0, ROOMS).mapToObj(i -> "room-" + i).toList();

    /// For some 150 messages a second on two cores that all of this shares.
    private static final Duration PAUSE = Duration.ofMillis(40);

    /// After which a writer asks another node, so that a paused one does not stop it.
    private static final Duration DEADLINE = Duration.ofSeconds(4);

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int MOST_TOLD = 20;

    private final TortureFleet fleet;
    private final History history = new History();
    private final Heard.Everybody everybody = new Heard.Everybody();
    private final StreamReader.Tally tally = new StreamReader.Tally();
    private final List<String> findings = new ArrayList<>();
    private final List<StreamReader> readers = new ArrayList<>();
    private final Writers writers;
    private int faults;

    private TortureSession(TortureFleet fleet, SplittableRandom random) {
        this.fleet = fleet;
        this.writers = Writers.start(
                new Writers.Plan("t", WRITERS, fleet.servers(), NAMES, PAUSE, DEADLINE, random.nextLong()), history);
        for (int i = 0; i < READERS; i++) {
            List<String> room = List.of(NAMES.get(i % ROOMS));
            // Of each room's three, one after the other begins on each node, and both protocols are among them.
            boolean socket = (i + i / ROOMS) % 2 == 1;
            readers.add(new StreamReader(
                    rotated(fleet.ports(), i / ROOMS), i, room, false, socket, random.split(), everybody, tally));
        }
    }

    private static List<Integer> rotated(List<Integer> ports, int by) {
        return IntStream.range(0, ports.size())
                .mapToObj(i -> ports.get((i + by) % ports.size()))
                .toList();
    }

    /// Returns once every room is there and read.
    static TortureSession begin(TortureFleet fleet, SplittableRandom random) {
        var session = new TortureSession(fleet, random);
        session.writers.awaitEach(ROOMS, PATIENCE);
        session.readers.forEach(StreamReader::start);
        return session;
    }

    History history() {
        return history;
    }

    /// Hurts the fleet, and measures from the end of the fault until every reader has heard what was written by then.
    /// Then the bus has to carry again.
    ///
    /// @param slack beyond the bar of this fault before it counts as a finding
    Duration hurt(TortureFault fault, Duration slack) throws SQLException, IOException, InterruptedException {
        fault.hurt(fleet);
        Duration took = complete();
        Duration most = fault.bar().plus(slack);
        if (took.compareTo(most) > 0) {
            findings.add("after " + fault + " readers were complete in " + took.toMillis() + " ms only");
        }
        fleet.awaitUp();
        faults++;
        BusCheck.findings(fleet, history, "after-" + faults, most)
                .forEach(finding -> findings.add("after " + fault + " " + finding));
        return took;
    }

    private Duration complete() throws SQLException {
        long over = System.nanoTime();
        Map<String, Long> heads = fleet.heads();
        readers.forEach(reader -> reader.stay(heads));
        try {
            Awaitility.await("every reader has heard what was written")
                    .pollInterval(Duration.ofMillis(5))
                    .atMost(PATIENCE)
                    .until(() -> readers.stream().allMatch(StreamReader::complete));
        } catch (ConditionTimeoutException _) {
            readers.stream()
                    .filter(reader -> !reader.complete())
                    .forEach(reader -> findings.add(reader + " is not complete"));
        }
        Duration took = Duration.ofNanos(System.nanoTime() - over);
        readers.forEach(StreamReader::roam);
        return took;
    }

    /// Ends the writers, and the readers once they have heard everything.
    void finish() throws SQLException {
        writers.finish(PATIENCE);
        Map<String, Long> heads = fleet.heads();
        readers.forEach(reader -> reader.finish(heads));
        try {
            Awaitility.await("each reader hears the rest")
                    .atMost(PATIENCE)
                    .until(() -> readers.stream().allMatch(StreamReader::ended));
        } catch (ConditionTimeoutException _) {
            readers.stream()
                    .filter(reader -> !reader.ended())
                    .forEach(reader -> findings.add(reader + " is not complete"));
        }
    }

    /// In the mode `rooms`: opens some rooms on some nodes, and waits until the broker has just these.
    ///
    /// @return how long that took from when the last of all other readers had gone
    Duration countSubscriptions(Duration within) throws Exception {
        long since = System.nanoTime();
        List<Subscription> open = new ArrayList<>();
        try {
            for (int i = 0; i < ROOMS + ROOMS / 2; i++) {
                open.add(SseSubscription.open(
                        fleet.ports().get(i / ROOMS),
                        "/v1/rooms/" + NAMES.get(i % ROOMS) + "/events",
                        Tokens.of("counted"),
                        ""));
            }
            Awaitility.await("as many room subscriptions as rooms with members")
                    .atMost(within)
                    .until(() -> fleet.run().broker().roomSubscriptions(fleet.broker()) == open.size());
        } catch (ConditionTimeoutException _) {
            findings.add("the broker has " + fleet.run().broker().roomSubscriptions(fleet.broker())
                    + " room subscriptions, and there are " + open.size() + " rooms with members");
        } finally {
            for (Subscription subscription : open) {
                subscription.close();
            }
        }
        return Duration.ofNanos(System.nanoTime() - since);
    }

    /// All that is wrong.
    List<String> findings() throws SQLException {
        StoredLog log = fleet.log();
        return Stream.of(
                        findings.stream(), fleet.unready().stream(), everybody.findings().stream(), judge(log).stream())
                .flatMap(all -> all)
                .limit(MOST_TOLD)
                .toList();
    }

    /// What was asked, answered and heard, held against these tables.
    List<String> judge(StoredLog log) {
        return Stream.concat(
                        LogCheck.findings(history, log).stream().map(Finding::toString),
                        everybody.differences(log).stream())
                .toList();
    }

    /// Whether a reader has heard of this row.
    boolean heard(StoredLog.Row row) {
        return everybody.heard(row);
    }

    @Override
    public String toString() {
        return history + "; " + tally;
    }

    @Override
    public void close() {
        readers.forEach(StreamReader::abandon);
        writers.close();
    }
}
