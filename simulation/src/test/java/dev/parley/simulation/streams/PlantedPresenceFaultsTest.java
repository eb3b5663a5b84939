package dev.parley.simulation.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.simulation.presence.PresenceSimulation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Faults of presence, written into the core itself. Some run has to notice each by a rule that is meant for
/// it.
class PlantedPresenceFaultsTest {

    private static final int RUNS = 200;

    @TempDir
    private Path work;

    private void isFound(String type, String was, String becomes, String rule) throws IOException {
        isFound(0, type, was, becomes, rule);
    }

    /// @param first seed from which on a run is soon met that shows it
    private void isFound(long first, String type, String was, String becomes, String rule) throws IOException {
        try (EditedCore core = EditedCore.with(work, type, was, becomes)) {
            assertThat(LongStream.range(first, first + RUNS)
                            .anyMatch(seed -> core.violations(PresenceSimulation.class, "run", seed).stream()
                                    .anyMatch(violation -> violation.startsWith(rule))))
                    .as("a violation of: %s", rule)
                    .isTrue();
        }
    }

    /// What cleans up after an old connection hits the new one.
    @Test
    void aCleanUpWithoutAnEpochIsFound() throws IOException {
        isFound(
                580,
                "presence/OwnSessions",
                "return ConnectionEpoch.draw(random);",
                "return new ConnectionEpoch(1);",
                "who is there is listed");
    }

    @Test
    void anEmptyRegistryThatIsBelievedIsFound() throws IOException {
        isFound(
                "presence/PresenceKeeper",
                "if (now.equals(generation) || restoring) {",
                "if (now.equals(generation) || restoring || generation != null) {",
                "who is there is listed");
    }

    /// Who left and whom the registry forgot is online for ever.
    @Test
    void aRegistryThatIsNotToldWhoWasThereIsFound() throws IOException {
        isFound(
                "presence/PresenceKeeper",
                "                    listener.restore(registry);\n",
                "",
                "no ghost is online");
    }
}
