package dev.parley.simulation.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Signals by thousands, and faults of them that are written into the core itself: some run has to notice each by the
/// rule that is meant for it.
class PlantedSignalFaultsTest {

    private static final int RUNS = 3;

    @TempDir
    private Path work;

    private void isFound(String type, String was, String becomes, String rule) throws IOException {
        try (EditedCore core = EditedCore.with(work, type, was, becomes)) {
            assertThat(LongStream.range(0, RUNS)
                            .anyMatch(seed -> core.violations(SignalSimulation.class, "run", seed).stream()
                                    .anyMatch(violation -> violation.startsWith(rule))))
                    .as("a violation of: %s", rule)
                    .isTrue();
        }
    }

    @Test
    void withoutAFaultEveryRuleHolds() {
        for (long seed = 0; seed < RUNS; seed++) {
            SignalSimulation.Verdict verdict = SignalSimulation.run(seed);
            assertThat(verdict.violations()).as("seed %d", seed).isEmpty();
            assertThat(verdict.signals()).isGreaterThan(1_000);
        }
    }

    @Test
    void aPassThatTellsTooManyIsFound() throws IOException {
        isFound("SignalBoard", "taken.size() < OF_A_PASS", "taken.size() <= OF_A_PASS", "a pass tells no more than 20");
    }

    @Test
    void aPassThatTellsTooManyOfATypeIsFound() throws IOException {
        isFound("SignalBoard", "<= OF_A_TYPE)", "<= OF_A_TYPE + 1)", "a pass tells no more than 5 of a type");
    }

    @Test
    void passesThatFollowEachOtherAtOnceAreFound() throws IOException {
        isFound(
                "SignalHub",
                "return Math.max(0, passedAt + GAP.toNanos() - now);",
                "return 0;",
                "passes are 100 ms apart");
    }

    @Test
    void aSumThatIsReplacedIsFound() throws IOException {
        isFound("SignalBoard", "? before.plus(sum)", "? sum", "a sum loses nothing");
    }

    @Test
    void aSignalThatIsToldAndKeptIsFound() throws IOException {
        isFound(
                "SignalBoard",
                "                entries.remove();\n                taken.add(next.signal());",
                "                taken.add(next.signal());",
                "nothing is told twice");
    }

    @Test
    void anOlderValueThatStaysIsFound() throws IOException {
        isFound(
                "SignalBoard",
                "                : signal;\n",
                "                : known != null ? known.signal() : signal;\n",
                "the newest of each is told in the end");
    }
}
