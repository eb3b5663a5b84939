package dev.parley.faults;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A fleet whose broker is down for two minutes at 1,000 messages a second, and what its heaps hold.
final class BrokerDown {

    private static final int BATCH = 10;
    private static final int BATCHES_PER_SECOND = 100;
    private static final Duration DOWN = Duration.ofSeconds(120);
    private static final Duration FIRST_LOOK = Duration.ofSeconds(20);
    private static final long MOST_GROWTH = 16L << 20;

    private final TortureFleet fleet;
    private final Client client = new Client(Duration.ofSeconds(10));
    private final LongAdder published = new LongAdder();
    private final LongAdder refused = new LongAdder();

    BrokerDown(TortureFleet fleet) {
        this.fleet = fleet;
    }

    /// @param lines takes what is told
    /// @return what is wrong
    List<String> run(List<String> lines) throws IOException, InterruptedException {
        fleet.broker().killHard();
        fleet.awaitDegraded();
        long begin = System.nanoTime();
        List<Long> early;
        try (var publishers = Executors.newVirtualThreadPerTaskExecutor()) {
            publish(publishers::execute, begin, 0, FIRST_LOOK.toSeconds() * BATCHES_PER_SECOND);
            early = heaps();
            publish(
                    publishers::execute,
                    begin,
                    FIRST_LOOK.toSeconds() * BATCHES_PER_SECOND,
                    DOWN.toSeconds() * BATCHES_PER_SECOND);
        }
        List<Long> late = heaps();
        fleet.broker().restart();
        fleet.awaitUp();
        client.close();
        lines.add(published + " messages in " + DOWN.toSeconds() + " s with the broker down, " + refused
                + " refused; heap after a collection, in MiB a node: after " + FIRST_LOOK.toSeconds() + " s "
                + mebibytes(early) + ", at the end " + mebibytes(late));
        return findings(early, late);
    }

    private List<String> findings(List<Long> early, List<Long> late) {
        var findings = new ArrayList<String>();
        for (int i = 0; i < early.size(); i++) {
            if (late.get(i) - early.get(i) > MOST_GROWTH) {
                findings.add("the heap of node " + i + " grew from " + early.get(i) + " to " + late.get(i) + " bytes");
            }
        }
        if (published.sum() < DOWN.toSeconds() * BATCHES_PER_SECOND * BATCH * 9 / 10) {
            findings.add("only " + published + " messages were published");
        }
        return findings;
    }

    private void publish(Executor publishers, long begin, long from, long to) {
        for (long i = from; i < to; i++) {
            long number = i;
            Pace.until(begin + number * 1_000_000_000L / BATCHES_PER_SECOND);
            publishers.execute(() -> publish(number));
        }
    }

    private void publish(long number) {
        String body = IntStream.range(0, BATCH)
                .mapToObj(i -> "{\"data\":{\"n\":" + number + ",\"text\":\"" + "x".repeat(200) + "\"}}")
                .collect(Collectors.joining(",", "{\"messages\":[", "]}"));
        URI server = fleet.servers().get((int) (number % TortureFleet.NODES));
        String room = "down-" + number % 40;
        try {
            int status = client.send(server, "writer", "POST", "/v1/rooms/" + room + "/messages/batch", body)
                    .statusCode();
            (status == 200 ? published : refused).add(BATCH);
        } catch (IOException _) {
            refused.add(BATCH);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
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
