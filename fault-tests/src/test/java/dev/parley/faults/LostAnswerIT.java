package dev.parley.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.contract.PrivatePostgres;
import dev.parley.contract.ServerProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The connection to the database breaks just when a transaction commits.
class LostAnswerIT {

    private static final int WRITERS = 4;
    private static final int PUBLISHES = 1_000;
    /// Of all commits, each way.
    private static final double SHARE = 0.02;
    /// Each way, at least.
    private static final int CUTS = 8;

    private static final Duration PATIENCE = Duration.ofSeconds(120);

    @TempDir
    Path folder;

    @Test
    void aCommitWhoseOutcomeWasLostIsSettled() throws Exception {
        SplittableRandom random = Seed.of("cutting commits");
        var history = new History();
        try (var postgres = PrivatePostgres.start();
                var proxy = new CuttingProxy(postgres.port(), random.nextLong())) {
            String database = postgres.freshDatabase();
            String throughProxy = database.replace(":" + postgres.port() + "/", ":" + proxy.port() + "/");
            try (var server = ServerProcess.start(folder, Options.postgres(throughProxy, postgres.user()))) {
                proxy.cut(SHARE);
                publish(server, proxy, random, history);
            }
            System.out.println(
                    "cutting commits: " + proxy.cutForward() + " forward, " + proxy.cutBack() + " back; " + history);
            LogCheck.assertSound("cut-commits", history, StoredLog.ofPostgres(database, postgres.user()));
        }
    }

    private static void publish(ServerProcess server, CuttingProxy proxy, SplittableRandom random, History history) {
        var plan = new Writers.Plan(
                "c",
                WRITERS,
                List.of(server.uri("/")),
                List.of("lobby", "hall"),
                Duration.ofMillis(1),
                Duration.ofSeconds(15),
                random.nextLong());
        try (var writers = Writers.start(plan, history)) {
            await().pollInterval(Duration.ofMillis(20)).atMost(PATIENCE).until(() -> {
                writers.assertUnbroken();
                return history.acknowledged() >= PUBLISHES && proxy.cutForward() >= CUTS && proxy.cutBack() >= CUTS;
            });
            // Its last messages are to be answered too, and without a further cut.
            proxy.cut(0);
            writers.finish(PATIENCE);
        }
        assertThat(history.acknowledged()).isGreaterThanOrEqualTo(PUBLISHES);
    }
}
