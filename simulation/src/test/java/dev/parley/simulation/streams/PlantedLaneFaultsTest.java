package dev.parley.simulation.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Faults of lanes and passes, written into the core itself. Some run has to notice each by a rule that is meant for
/// it.
class PlantedLaneFaultsTest {

    private static final int RUNS = 500;

    @TempDir
    private Path work;

    private void isFound(String type, String was, String becomes, String... rules) throws IOException {
        try (EditedCore core = EditedCore.with(work, type, was, becomes)) {
            for (String rule : rules) {
                assertThat(LongStream.range(0, RUNS)
                                .anyMatch(seed -> core.violations(seed).stream()
                                        .anyMatch(violation -> violation.startsWith(rule))))
                        .as("a violation of: %s", rule)
                        .isTrue();
            }
        }
    }

    /// The pass goes upwards, while the last cursor takes the place of one that leaves.
    @Test
    void aPassThatLeavesOutWhoWasMovedIsFound() throws IOException {
        isFound(
                "RoomFeed",
                "            unvisited--;\n            visits++;\n            cursors.get(unvisited).pass(current, now);",
                "            visits++;\n            cursors.get(cursors.size() - unvisited--).pass(current, now);",
                "who is in step is served by passes",
                "nobody waits for what others of the room have");
    }

    /// What came between the look into the tail and the lane is nobody's business.
    @Test
    void aStreamThatJoinsWithoutALookIsFound() throws IOException {
        isFound(
                "Stream",
                "            lane.join(cursor);\n            look(cursor);",
                "            lane.join(cursor);",
                "at rest every client has caught up",
                "nothing is left out");
    }

    /// The next pass begins as soon as there is something for it.
    @Test
    void aSecondPassWhileOneIsUnderWayIsFound() throws IOException {
        isFound(
                "RoomFeed",
                "if (pass == null && !begin(now)) {",
                "if ((pass == null || !pass.to().equals(tail.view().head())) && !begin(now)) {",
                "who is in step is served by passes",
                "at rest no buffer is held");
    }

    @Test
    void aCursorThatMovesWithoutAWriteIsFound() throws IOException {
        isFound(
                "RoomCursor",
                "if (undisturbed() && pass.follows(position) && stream.takes(pass, now)) {",
                "if (undisturbed() && pass.follows(position) && (position = pass.to()) != null && stream.takes(pass, now)) {",
                "nothing is left out");
    }

    @Test
    void aPassThatIsNotSlicedIsFound() throws IOException {
        isFound(
                "DeliveryLane",
                "left -= feed.serve(left, now);",
                "feed.serve(Integer.MAX_VALUE, now);",
                "a task serves no more than a slice");
    }

    @Test
    void passesOfABigRoomWithoutAGapAreFound() throws IOException {
        isFound("RoomFeed", "&& rest > 0) {", "&& rest > Long.MAX_VALUE / 2) {", "passes of a big room keep a gap");
    }

    @Test
    void aConnectionThatMayPinWhatItLikesIsFound() throws IOException {
        isFound(
                "StreamOutput",
                "return outlet.writable() && pinned() < maxPinned;",
                "return outlet.writable();",
                "a connection pins its bound and one write");
    }

    /// A connection that has not taken the last bytes of a buffer keeps all of it.
    @Test
    void aConnectionThatIsChargedWithWhatIsLeftIsFound() throws IOException {
        isFound(
                "StreamOutput",
                "return known.bytes();",
                "return (int) Math.min(waits, known.bytes()) / 4;",
                "a connection pins its bound and one write");
    }

    @Test
    void aNodeThatSendsNobodyAwayIsFound() throws IOException {
        isFound(
                "BudgetKeeper",
                "        if (pinned <= room) {\n            return false;\n        }\n",
                "        if (pinned <= Long.MAX_VALUE / room) {\n            return false;\n        }\n",
                "a node pins no more than its share for long");
    }

    @Test
    void aPassWithoutABoundIsFound() throws IOException {
        isFound(
                "Pass",
                "(to > from && bytes > MAX_BYTES)",
                "(to > from && bytes > 2 * MAX_BYTES)",
                "a write has a bound");
    }
}
