package dev.parley.faults;

import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// Writers that publish at the same time, each with at most one message under way. A message that was refused
/// for the time being or got no answer is tried again with the same id, at the next server if there is one,
/// until it is acknowledged.
final class Writers implements AutoCloseable {

    /// @param run goes into every message, so that runs over one store do not share ids
    /// @param servers a writer's first choice is the one at its number, round and round
    /// @param rooms a writer stays in one, unless there are more of them than writers: then it goes round them all
    /// @param pause between two messages of a writer
    /// @param deadline of one try
    record Plan(
            String run,
            int writers,
            List<URI> servers,
            List<String> rooms,
            Duration pause,
            Duration deadline,
            long seed) {}

    private final Client client;
    private final List<Writer> writers = new ArrayList<>();

    private Writers(Plan plan, History history) {
        this.client = new Client(plan.deadline());
        var random = new SplittableRandom(plan.seed());
        for (int i = 0; i < plan.writers(); i++) {
            writers.add(new Writer(plan, i, random.split(), client, history));
        }
    }

    static Writers start(Plan plan, History history) {
        var writers = new Writers(plan, history);
        writers.writers.forEach(Writer::start);
        return writers;
    }

    /// Waits until each writer has so many more acknowledgements than now.
    void awaitEach(int more, Duration within) {
        List<Long> goals =
                writers.stream().map(writer -> writer.acknowledged() + more).toList();
        await("each writer goes on")
                .pollInterval(Duration.ofMillis(5))
                .atMost(within)
                .until(() -> {
                    writers.forEach(Writer::assertUnbroken);
                    for (int i = 0; i < goals.size(); i++) {
                        if (writers.get(i).acknowledged() < goals.get(i)) {
                            return false;
                        }
                    }
                    return true;
                });
    }

    /// Lets each finish the message it has under way, and fails if one does not succeed in that.
    void finish(Duration within) {
        writers.forEach(Writer::stop);
        await("each writer gets its last answer")
                .pollInterval(Duration.ofMillis(5))
                .atMost(within)
                .until(() -> writers.stream().allMatch(Writer::ended));
        assertUnbroken();
    }

    /// Fails when a writer was refused for good.
    void assertUnbroken() {
        writers.forEach(Writer::assertUnbroken);
    }

    /// Ends them wherever they are.
    @Override
    public void close() {
        writers.forEach(Writer::abandon);
        client.close();
    }
}
