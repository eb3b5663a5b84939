package dev.parley.simulation.presence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.simulation.presence.PresenceSimulation.Verdict;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// Many runs of three to five nodes whose registry errs, hangs and forgets, each from its own seed. More of
/// them by `-Dparley.presence.seeds=…`, from another one on by `-Dparley.presence.first=…`.
class PresenceSimulationTest {

    private static final long SEEDS = Long.getLong("parley.presence.seeds", 400);
    private static final long FIRST = Long.getLong("parley.presence.first", 0);

    @Test
    void whoIsThereIsToldAndNobodyElse() {
        List<Verdict> red = LongStream.range(FIRST, FIRST + SEEDS)
                .parallel()
                .mapToObj(PresenceSimulation::run)
                .filter(verdict -> !verdict.violations().isEmpty())
                .limit(20)
                .toList();

        assertThat(red)
                .extracting(
                        verdict -> verdict.seed() + ": " + verdict.violations().size() + " "
                                + verdict.violations().getFirst())
                .isEmpty();
    }
}
