package dev.parley.simulation.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Faults of shedding, written into the core itself. Some run has to notice each by a rule that is meant
/// for it.
class PlantedSheddingFaultsTest {

    private static final int RUNS = 1_000;

    @TempDir
    private Path work;

    private void isFound(String type, String was, String becomes, String... rules) throws IOException {
        try (EditedCore core = EditedCore.with(work, type, was, becomes)) {
            for (String rule : rules) {
                assertThat(LongStream.range(0, RUNS)
                                .parallel()
                                .anyMatch(seed -> core.violations(StreamSimulation.class, "runLive", seed).stream()
                                        .anyMatch(violation -> violation.startsWith(rule))))
                        .as("a violation of: %s", rule)
                        .isTrue();
            }
        }
    }

    @Test
    void criticalEventsThatAreShedAreFound() throws IOException {
        isFound(
                "Selection",
                "entry.event().tier() == Tier.CRITICAL || ",
                "entry.event().seq() < 0 || ",
                "critical is never shed");
    }

    @Test
    void criticalEventsThatAreForgottenWithTheTailAreFound() throws IOException {
        isFound("Lag", "to.since(counted, Tier.CRITICAL) == 0", "true", "critical is never shed");
    }

    @Test
    void aCountThatIsOffByOneIsFound() throws IOException {
        isFound(
                "LeftOut",
                "counts[place(event.tier(), reason)]++;",
                "counts[place(event.tier(), reason)] += event.seq() == before.seq() + 2 ? 0 : 1;",
                "what is dropped adds up",
                "received and dropped are what was accepted");
    }

    /// What went out of the tail is counted once by nobody.
    @Test
    void aTotalThatIsOffByOneIsFound() throws IOException {
        isFound(
                "TailWindow",
                "for (int i = first; i < from; i++) {\n            switch",
                "for (int i = first + 1; i < from; i++) {\n            switch",
                "what is dropped adds up",
                "received and dropped are what was accepted");
    }

    /// With the first of several notices the client does not know of the others.
    @Test
    void anIdBeforeEverythingOfItsStretchIsToldIsFound() throws IOException {
        isFound(
                "RoomCursor",
                "position = i == notices.size() - 1 ? reached : told.before();",
                "position = reached;",
                "what is dropped adds up");
    }

    @Test
    void anIdPastAnUnsentEventIsFound() throws IOException {
        isFound(
                "RoomCursor",
                "            if (!slice.add(entry)) {\n                return false;",
                "            if (!slice.add(entry)) {\n                position = event.position();\n                return false;",
                "nothing is left out",
                "received and dropped are what was accepted");
    }

    @Test
    void whatIsSentInAnotherOrderIsFound() throws IOException {
        isFound(
                "Lag",
                "        long storeNow = stream.lane().storeNow();\n        while (!cursor.closed()",
                "        long storeNow = stream.lane().storeNow();\n"
                        + "        if (chosen.end() > seq() && !chosen.leavesOut(chosen.end())) {\n"
                        + "            slice.add(stretch.at(chosen.end()));\n        }\n"
                        + "        while (!cursor.closed()",
                "nothing is left out",
                "nothing is repeated");
    }

    /// What is replaced goes out all the same, at the end of the write.
    @Test
    void anOlderValueAfterANewerOneIsFound() throws IOException {
        isFound(
                "Lag",
                "        boolean done = walkOn(stretch, chosen, reason, slice);\n",
                "        TailEntry first = chosen.end() > seq() && chosen.leavesOut(seq() + 1)\n"
                        + "                ? stretch.at(seq() + 1) : null;\n"
                        + "        boolean done = walkOn(stretch, chosen, reason, slice);\n"
                        + "        if (first != null && reason == DropReason.SUPERSEDED) {\n"
                        + "            slice.add(first);\n        }\n",
                "no older value follows a newer one");
    }

    /// All messages of a type replace each other.
    @Test
    void aKeyThatIsForgottenIsFound() throws IOException {
        isFound(
                "Selection",
                "seen.add(event.valueOf());",
                "seen.add(event.type().value());",
                "what is superseded has a newer value");
    }

    /// Whatever has left the tail is taken for replaced.
    @Test
    void valuesThatAreForgottenWithTheTailAreFound() throws IOException {
        isFound(
                "Lag",
                "Selection.newest(all, keys(view));",
                "Selection.criticalOnly(all);",
                "what is superseded has a newer value");
    }

    @Test
    void aCountOfReplacedValuesThatIsOffIsFound() throws IOException {
        isFound(
                "LeftOut",
                "counts[place(event.tier(), reason)]++;",
                "counts[place(event.tier(), reason)] +=\n"
                        + "                reason == DropReason.SUPERSEDED && event.key() == null ? 2 : 1;",
                "what is dropped adds up",
                "received and dropped are what was accepted");
    }

    /// Of two values of a key the older one goes out.
    @Test
    void aNewestValueThatIsLeftOutIsFound() throws IOException {
        isFound(
                "Selection",
                "for (int index = end - 1; index >= 0; index--) {\n                if (bytes[index] > 0) {",
                "for (int index = 0; index < end; index++) {\n                if (bytes[index] > 0) {",
                "what is superseded has a newer value");
    }
}
