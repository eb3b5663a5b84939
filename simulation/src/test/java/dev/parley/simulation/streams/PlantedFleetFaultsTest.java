package dev.parley.simulation.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Faults of the fanout, written into the core itself. Some run of a fleet has to notice each by a rule that is meant
/// for it.
class PlantedFleetFaultsTest {

    private static final int RUNS = 400;

    @TempDir
    private Path work;

    private void isFound(String type, String was, String becomes, String rule) throws IOException {
        isFound(0, type, was, becomes, rule);
    }

    /// @param first seed from which on a run is soon met that shows it
    private void isFound(long first, String type, String was, String becomes, String rule) throws IOException {
        try (EditedCore core = EditedCore.with(work, type, was, becomes)) {
            assertThat(LongStream.range(first, first + RUNS)
                            .anyMatch(seed -> core.violationsOfAFleet(seed).stream()
                                    .anyMatch(violation -> violation.startsWith(rule))))
                    .as("a violation of: %s", rule)
                    .isTrue();
        }
    }

    /// The log is read before the broker has confirmed: what is published in between comes neither way.
    @Test
    void aSubscriptionThatIsBelievedUnconfirmedIsFound() throws IOException {
        isFound(
                "fanout/Subscriptions",
                "bus.subscribe(subscription.channel, done -> mailbox.tell(() -> onAnswer(subscription, on, done)));",
                "bus.subscribe(subscription.channel, done -> {});"
                        + " mailbox.tell(() -> onAnswer(subscription, on, true));",
                "nothing is left out");
    }

    /// What was opened while there was no connection is heard by nobody.
    @Test
    void subscriptionsTakenFromTheOldConnectionAreFound() throws IOException {
        isFound(680, "fanout/Subscriptions", """
                        local.rooms().forEach(this::want);
                        toAsk.addAll(wanted.values());
                        askMore();
                    }

                    private void onDisconnected() {
                """, """
                        before.forEach(this::want);
                        toAsk.addAll(wanted.values());
                        askMore();
                    }

                    private List<RoomId> before = List.of();

                    private void onDisconnected() {
                        before = wanted.values().stream().flatMap(one -> one.rooms.stream()).toList();
                """, "nothing is left out");
    }

    @Test
    void anEventOfTheOldEpochThatIsAppliedIsFound() throws IOException {
        isFound(
                "TailIntake",
                "            reads.read();\n        } else if (position.seq() > now.last()) {\n            held.add(entry);",
                "            if (position.seq() == now.last() + 1) {\n                now.append(entry);\n            }\n"
                        + "        } else if (position.seq() > now.last()) {\n            held.add(entry);",
                "a gap for an epoch that has not changed");
    }

    /// A registry that was flushed says that nobody holds any room.
    @Test
    void anEmptyRegistrysAnswerThatIsBelievedIsFound() throws IOException {
        isFound("fanout/RegistryGeneration", "return other;", "return false;", "nothing is left out");
    }
}
