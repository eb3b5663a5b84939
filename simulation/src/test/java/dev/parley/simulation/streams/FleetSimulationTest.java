package dev.parley.simulation.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.simulation.streams.StreamSimulation.Verdict;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// Many runs of two to five nodes over a bus that loses, repeats, delays and disconnects, each from its own seed. A
/// failing one is run alone by `-Dparley.fleet.seed=…`, more of them by `-Dparley.fleet.seeds=…`, from another one on
/// by `-Dparley.fleet.first=…`.
class FleetSimulationTest {

    private static final long SEEDS = Long.getLong("parley.fleet.seeds", 300);
    private static final long FIRST = Long.getLong("parley.fleet.first", 0);
    private static final int SHOWN = 10;
    private static final int LAST_LINES = 80;

    @Test
    void onWhicheverNodeEveryClientIsCompleteOrTold() {
        Long alone = Long.getLong("parley.fleet.seed");
        if (alone != null) {
            Verdict verdict = StreamSimulation.runFleet(alone, true);
            verdict.trace().forEach(System.out::println);
            System.out.println(verdict.statistics());
            assertThat(verdict.violations()).isEmpty();
            return;
        }
        List<Verdict> red = LongStream.range(FIRST, FIRST + SEEDS)
                .parallel()
                .mapToObj(StreamSimulation::runFleet)
                .filter(verdict -> !verdict.violations().isEmpty())
                .limit(SHOWN)
                .toList();
        red.stream().limit(1).forEach(FleetSimulationTest::printEnd);
        assertThat(red)
                .extracting(verdict -> "-Dparley.fleet.seed=" + verdict.seed() + ": "
                        + verdict.violations().getFirst())
                .isEmpty();
    }

    private static void printEnd(Verdict red) {
        List<String> trace = StreamSimulation.runFleet(red.seed(), true).trace();
        trace.subList(Math.max(0, trace.size() - LAST_LINES), trace.size()).forEach(System.out::println);
    }

    @Test
    void oneSeedGivesOneRunOfAFleet() {
        for (long seed = 0; seed < 20; seed++) {
            assertThat(StreamSimulation.runFleet(seed).hash())
                    .isEqualTo(StreamSimulation.runFleet(seed).hash());
        }
    }
}
