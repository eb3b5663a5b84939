package dev.parley.simulation.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Faults of sockets, written into the core itself. Some connection of some run has to notice each by a rule that is
/// meant for it.
class PlantedSocketFaultsTest {

    private static final int RUNS = 500;

    @TempDir
    private Path work;

    private void isFound(String type, String was, String becomes, String rule) throws IOException {
        try (EditedCore core = EditedCore.with(work, type, was, becomes)) {
            assertThat(LongStream.range(0, RUNS)
                            .anyMatch(seed ->
                                    core.violations(seed).stream().anyMatch(violation -> violation.startsWith(rule))))
                    .as("a violation of: %s", rule)
                    .isTrue();
        }
    }

    /// The cursor that was not visited yet is taken for the one that leaves.
    @Test
    void aRoomThatIsLeftInMidPassAndLeavesAHoleIsFound() throws IOException {
        isFound(
                "RoomFeed",
                "unvisited = Math.min(unvisited, cursors.size());",
                "unvisited = Math.max(0, unvisited - 1);",
                "nobody waits for what others of the room have: ");
    }

    @Test
    void aRoomThatIsSubscribedToAgainAndKeepsItsOldCursorIsFound() throws IOException {
        isFound("Socket", "            leave(tail.room());\n", """
                            if (cursors.in(tail.room()) != null) {
                                streams.tails().release(tail);
                                answer.accept(new Joined(begun.start()));
                                return;
                            }
                """, "nothing is left out: socket");
    }

    @Test
    void aRoomThatIsSubscribedToAgainAndDeliveredTwiceIsFound() throws IOException {
        isFound("Socket", "            leave(tail.room());\n", "", "nothing is repeated: socket");
    }

    @Test
    void aRoomThatIsDeliveredAfterItWasLeftIsFound() throws IOException {
        isFound("Socket", """
                            cursor.close();
                            stream.lane().leave(cursor);
                            cursors.open();
                """, "", "only of rooms that are subscribed to: socket");
    }

    @Test
    void aRoomThatTheNewCredentialsDoNotOpenAndIsDeliveredIsFound() throws IOException {
        isFound(
                "Stream",
                "cursors.open().forEach(lane::decideAgain);",
                "",
                "nothing of a room that its reader may not read any more: socket");
    }

    @Test
    void aSocketThatEndsWithTheOldCredentialsIsFound() throws IOException {
        isFound("Stream", "validUntil = end(lane.now(), validFor);", "", "a problem is true: socket");
    }

    @Test
    void twoConnectionsOfASessionAreFound() throws IOException {
        isFound("Sessions", "older.lane().execute(older::takenOver);", "", "a session has one connection: socket");
    }
}
