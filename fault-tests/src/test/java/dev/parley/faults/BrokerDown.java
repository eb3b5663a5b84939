package dev.parley.faults;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/// A fleet whose broker is down for two minutes at 1,000 messages a second into 40 rooms, each with a reader
/// that keeps its connection: what the heaps hold, and whether everything that was acknowledged is in the
/// table and was read.
final class BrokerDown {

    private static final int ROOMS = 40;
    private static final int BATCH = 10;
    private static final int BATCHES_PER_SECOND = 100;
    private static final Duration DOWN = Duration.ofSeconds(120);

    /// At 25 messages a second a room's tail has its 512 events by then.
    private static final Duration FIRST_LOOK = Duration.ofSeconds(30);

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long MOST_GROWTH = 16L << 20;
    private static final int MOST_TOLD = 20;
    private static final String OPENER = "opener";
    private static final String TEXT = "x".repeat(200);

    private final TortureFleet fleet;
    private final Client client = new Client(Duration.ofSeconds(10));
    private final History history = new History();
    private final Heard.Everybody everybody = new Heard.Everybody();
    private final StreamReader.Tally tally = new StreamReader.Tally();
    private final List<StreamReader> readers = new ArrayList<>();
    private final List<String> findings = new ArrayList<>();

    BrokerDown(TortureFleet fleet, SplittableRandom random) {
        this.fleet = fleet;
        for (int room = 0; room < ROOMS; room++) {
            readers.add(new StreamReader(
                    fleet.ports(), room, List.of(name(room)), false, false, random.split(), everybody, tally));
        }
    }

    /// @param lines takes what is told
    /// @return what is wrong
    List<String> run(List<String> lines) throws IOException, InterruptedException, SQLException {
        try {
            openRooms();
            fleet.broker().killHard();
            fleet.awaitDegraded();
            publishAndLookAtHeaps(lines);
            fleet.broker().restart();
            fleet.awaitUp();
            readToTheEnd();
        } finally {
            readers.forEach(StreamReader::abandon);
            client.close();
        }
        lines.add(history + "; " + tally);
        judge();
        return findings.stream().limit(MOST_TOLD).toList();
    }

    /// Each with its reader, who stays from then on.
    private void openRooms() throws InterruptedException {
        for (int room = 0; room < ROOMS; room++) {
            publish(room, List.of(new Message(name(room), OPENER, "first", "{}")));
            readers.get(room).stay(Map.of(name(room), Long.MAX_VALUE));
            readers.get(room).start();
        }
        Awaitility.await("each room is read")
                .atMost(PATIENCE)
                .until(() -> readers.stream().allMatch(StreamReader::greeted));
    }

    private void publishAndLookAtHeaps(List<String> lines) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        List<Long> early;
        try (var publishers = Executors.newVirtualThreadPerTaskExecutor()) {
            publish(publishers, begin, 0, FIRST_LOOK.toSeconds() * BATCHES_PER_SECOND);
            early = heaps();
            publish(
                    publishers,
                    begin,
                    FIRST_LOOK.toSeconds() * BATCHES_PER_SECOND,
                    DOWN.toSeconds() * BATCHES_PER_SECOND);
        }
        List<Long> late = heaps();
        lines.add(DOWN.toSeconds() + " s with the broker down; heap after a collection, in MiB a node: after "
                + FIRST_LOOK.toSeconds() + " s " + mebibytes(early) + ", at the end " + mebibytes(late));
        for (int i = 0; i < early.size(); i++) {
            if (late.get(i) - early.get(i) > MOST_GROWTH) {
                findings.add("the heap of node " + i + " grew from " + early.get(i) + " to " + late.get(i) + " bytes");
            }
        }
    }

    private void readToTheEnd() throws SQLException {
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

    private void judge() throws SQLException {
        if (history.acknowledged() < DOWN.toSeconds() * BATCHES_PER_SECOND * BATCH * 9 / 10) {
            findings.add("only " + history.acknowledged() + " messages were published");
        }
        StoredLog log = fleet.log();
        LogCheck.findings(history, log).forEach(finding -> findings.add(finding.toString()));
        findings.addAll(everybody.findings());
        findings.addAll(everybody.differences(log));
        findings.addAll(everybody.unheard(history, OPENER));
    }

    private void publish(Executor publishers, long begin, long from, long to) {
        for (long i = from; i < to; i++) {
            long number = i;
            Pace.until(begin + number * 1_000_000_000L / BATCHES_PER_SECOND);
            publishers.execute(() -> publish(number));
        }
    }

    private void publish(long number) {
        String room = name((int) (number % ROOMS));
        try {
            publish(
                    (int) (number % TortureFleet.NODES),
                    IntStream.range(0, BATCH)
                            .mapToObj(i -> new Message(
                                    room,
                                    "writer",
                                    number + "-" + i,
                                    "{\"n\":" + number + ",\"text\":\"" + TEXT + "\"}"))
                            .toList());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Once: what is refused or has no answer is not tried again.
    private void publish(int number, List<Message> batch) throws InterruptedException {
        int node = number % TortureFleet.NODES;
        batch.forEach(message -> history.asked(message, node));
        List<Answer> answers = client.publish(fleet.servers().get(node), batch);
        for (int i = 0; i < batch.size(); i++) {
            history.answered(batch.get(i), node, answers.get(i));
        }
    }

    private static String name(int room) {
        return "down-" + room;
    }

    private List<Long> heaps() throws IOException, InterruptedException {
        List<Long> heaps = new ArrayList<>();
        for (int node = 0; node < TortureFleet.NODES; node++) {
            new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "jcmd")
                                    .toString(),
                            Long.toString(fleet.pid(node)),
                            "GC.run")
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
            heaps.add(NodeMetrics.of(fleet.servers().get(node)).sum("jvm_memory_used_bytes{area=\"heap\""));
        }
        return heaps;
    }

    private static String mebibytes(List<Long> bytes) {
        return bytes.stream().map(heap -> "" + (heap >> 20)).collect(Collectors.joining(", "));
    }
}
