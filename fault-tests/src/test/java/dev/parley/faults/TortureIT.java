package dev.parley.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Each way to run a fleet for ten seconds with one fault; `./parley torture` has them all in full.
class TortureIT {

    private static final Duration LENGTH = Duration.ofSeconds(10);
    private static final Duration BEFORE = Duration.ofSeconds(3);

    /// What a machine of two cores adds to a bar, on which three servers, a database, a broker, writers, readers
    /// and the rest of the build take turns. Held without it in `./parley torture`.
    private static final Duration SLACK = Duration.ofSeconds(3);

    @TempDir
    Path folder;

    static Stream<TortureRun> runs() {
        return TortureRun.named(System.getProperty("parley.faults.torture", "")).stream();
    }

    @ParameterizedTest
    @MethodSource("runs")
    void readersOnAllNodesHearEverythingWhateverFails(TortureRun run) throws Exception {
        try (var fleet = TortureFleet.start(run, folder, false);
                var session =
                        TortureSession.begin(fleet, Seed.of(run.toString()).split())) {
            long begin = System.nanoTime();
            Pace.until(begin + BEFORE.toNanos());
            Duration took = session.hurt(run.fault(), SLACK);
            Pace.until(begin + LENGTH.toNanos());
            session.finish();
            System.out.println(
                    run + ", " + run.fault() + ": readers complete after " + took.toMillis() + " ms; " + session);
            assertThat(session.findings()).isEmpty();
            assertThat(session.judge(withoutOne(fleet.log(), session)))
                    .as("a planted loss: an acknowledged message that readers have heard is not in the table")
                    .anyMatch(finding -> finding.contains("LOST"))
                    .anyMatch(finding -> finding.contains("was heard as"));
        }
    }

    @Test
    void aBusThatStaysAwayIsFoundThoughReadersHearEverything() throws Exception {
        try (var fleet = TortureFleet.start(TortureRun.named("rooms/nats").getFirst(), folder, false)) {
            fleet.broker().killHard();
            fleet.awaitDegraded();
            assertThat(BusCheck.findings(fleet, new History(), "away", SLACK))
                    .hasSize(TortureFleet.NODES)
                    .allMatch(finding -> finding.contains("received nothing over the bus"));
        }
    }

    /// The last one that was heard: whoever opened a stream without an id after the last message of a room heard none.
    private static StoredLog withoutOne(StoredLog log, TortureSession session) {
        List<StoredLog.Row> rows = log.rows();
        StoredLog.Row lost = rows.reversed().stream()
                .filter(row -> !row.system() && session.heard(row))
                .findFirst()
                .orElseThrow();
        return new StoredLog(rows.stream().filter(row -> row != lost).toList(), log.heads());
    }
}
