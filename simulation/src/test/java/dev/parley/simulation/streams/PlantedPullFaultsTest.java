package dev.parley.simulation.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Faults of telling and pulling, written into the core itself. Some run has to notice each by the rule that is meant
/// for it.
class PlantedPullFaultsTest {

    private static final int RUNS = 20;

    @TempDir
    private Path work;

    private void isFound(String type, String was, String becomes, String rule) throws IOException {
        try (EditedCore core = EditedCore.with(work, type, was, becomes)) {
            assertThat(LongStream.range(0, RUNS)
                            .anyMatch(seed -> core.violations(PullSimulation.class, "run", seed).stream()
                                    .anyMatch(violation -> violation.startsWith(rule))))
                    .as("a violation of: %s", rule)
                    .isTrue();
        }
    }

    @Test
    void aLostAnswerThatIsNotToldAgainIsFound() throws IOException {
        isFound("PullMark", "(head > told || now - repeatAt() >= 0)", "head > told", "everything arrives");
    }

    @Test
    void anAnswerThatIsTakenForReceivedIsFound() throws IOException {
        isFound(
                "RoomCursor",
                "        Position has = page.after();\n",
                "        Position has = page.next();\n",
                "everything arrives");
    }

    @Test
    void whoIsToldAgainWhileHePullsIsFound() throws IOException {
        isFound("PullMark", "        pulling = true;\n", "", "one notice until the pull is answered");
    }

    @Test
    void aServerThatHasHeardOfLessAndAnswersAllTheSameIsFound() throws IOException {
        isFound(
                "TailPages",
                "            return view.last() >= least\n                            && view",
                "            return view",
                "no answer is short of what was told");
    }

    @Test
    void aPageThatIsSharedWithSomebodyWhoWasToldOfMoreIsFound() throws IOException {
        isFound(
                "usecase/SharedPages",
                "return known.head() < least ? null : known;",
                "return known;",
                "no answer is short of what was told");
    }
}
