package dev.parley.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.faults.Scene.Victim;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Kills servers and databases in the middle of publishing, again and again, and looks for what was
/// acknowledged.
class KillIT {

    /// Of all kinds together.
    private static final int ROUNDS = Integer.getInteger("parley.faults.rounds", 20);
    /// Then a run goes on with an empty store, so that the checks of a long one stay short.
    private static final int ROUNDS_OF_A_STORE = 20;

    private static final int WRITERS = 8;
    private static final Duration PAUSE = Duration.ofMillis(2);
    /// Above the server's own.
    private static final Duration DEADLINE = Duration.ofSeconds(15);

    private static final Duration MOST_BEFORE_THE_CRASH = Duration.ofMillis(300);
    private static final Duration LONGEST_OUTAGE = Duration.ofMillis(300);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void whatWasAcknowledgedIsInTheLogOnceAndInOrder(Victim victim) throws Exception {
        SplittableRandom random = Seed.of("killing " + victim);
        int rounds = (ROUNDS + Victim.values().length - 1 - victim.ordinal()) / Victim.values().length;
        for (int done = 0; done < rounds; done += ROUNDS_OF_A_STORE) {
            run(victim, done, Math.min(rounds, done + ROUNDS_OF_A_STORE), random);
        }
    }

    private void run(Victim victim, int from, int to, SplittableRandom random) throws Exception {
        var history = new History();
        long met = 0;
        try (Scene scene = Scene.open(victim, newFolder(from))) {
            for (int round = from; round < to; round++) {
                met += crashOnce(scene, round, random, history);
                check(victim, round, scene, history);
            }
        }
        assertThat(met).as("publishes that a crash met").isPositive();
    }

    /// Returns how many publishes were under way at the crash.
    private static long crashOnce(Scene scene, int round, SplittableRandom random, History history) {
        var plan = new Writers.Plan(
                "r" + round,
                WRITERS,
                List.of(scene.server()),
                List.of("hot", "warm"),
                PAUSE,
                DEADLINE,
                random.nextLong());
        try (var writers = Writers.start(plan, history)) {
            writers.awaitEach(10, PATIENCE);
            Pace.upTo(MOST_BEFORE_THE_CRASH, random);
            long met = history.underWay();
            scene.crash();
            Pace.upTo(LONGEST_OUTAGE, random);
            scene.recover();
            long up = System.nanoTime();
            writers.awaitEach(5, PATIENCE);
            System.out.println("crash met " + met + " publishes; each writer went on within "
                    + (System.nanoTime() - up) / 1_000_000 + " ms");
            writers.finish(PATIENCE);
            return met;
        }
    }

    /// All rounds' messages: what a crash spared, the next one's recovery may still lose.
    private static void check(Victim victim, int round, Scene scene, History history) throws SQLException {
        StoredLog log = scene.log();
        LogCheck.assertSound("killed-" + victim + "-" + round, history, log);
        System.out.println("killing " + victim + ", round " + (round + 1) + ": "
                + log.rows().size() + " rows, " + history);
    }

    private Path newFolder(int from) throws IOException {
        return Files.createDirectory(folder.resolve("from-" + from));
    }
}
