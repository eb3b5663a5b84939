package dev.parley.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.simulation.Simulation.Verdict;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// Many runs, each from its own seed. A failing one is run alone by `-Dparley.simulation.seed=…`, more of them by
/// `-Dparley.simulation.seeds=…`.
class SimulationTest {

    private static final long SEEDS = Long.getLong("parley.simulation.seeds", 2_000);
    private static final int SHOWN = 10;

    @Test
    void whateverHappensTheLogAndTheAnswersAgree() {
        Long alone = Long.getLong("parley.simulation.seed");
        if (alone != null) {
            Verdict verdict = Simulation.run(alone, true, Wiring.STRAIGHT);
            verdict.trace().forEach(System.out::println);
            System.out.println(verdict.statistics());
            assertThat(verdict.violations()).isEmpty();
            return;
        }
        List<String> red = LongStream.range(0, SEEDS)
                .parallel()
                .mapToObj(Simulation::run)
                .filter(verdict -> !verdict.violations().isEmpty())
                .limit(SHOWN)
                .map(verdict -> "-Dparley.simulation.seed=" + verdict.seed() + ": "
                        + verdict.violations().getFirst())
                .toList();
        assertThat(red).isEmpty();
    }

    @Test
    void oneSeedGivesOneRun() {
        for (long seed = 0; seed < 20; seed++) {
            assertThat(Simulation.run(seed).hash())
                    .isEqualTo(Simulation.run(seed).hash());
        }
    }
}
