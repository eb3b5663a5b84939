package dev.parley.simulation.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.simulation.streams.StreamSimulation.Verdict;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// Many runs in which more is said than slow clients take, in rooms most of which shed, each from its own
/// seed. A failing one is run alone by `-Dparley.live.seed=…`, more of them by `-Dparley.live.seeds=…`,
/// from another one on by `-Dparley.live.first=…`.
class LiveSimulationTest {

    private static final long SEEDS = Long.getLong("parley.live.seeds", 300);
    private static final long FIRST = Long.getLong("parley.live.first", 0);
    private static final int SHOWN = 10;
    private static final int LAST_LINES = 80;

    @Test
    void whoeverFallsBehindGetsWhatIsCriticalAndIsToldTheRest() {
        Long alone = Long.getLong("parley.live.seed");
        if (alone != null) {
            Verdict verdict = StreamSimulation.runLive(alone, true);
            verdict.trace().forEach(System.out::println);
            System.out.println(verdict.statistics());
            assertThat(verdict.violations()).isEmpty();
            return;
        }
        var shedding = new LongAdder();
        List<Verdict> red = LongStream.range(FIRST, FIRST + SEEDS)
                .parallel()
                .mapToObj(StreamSimulation::runLive)
                .peek(verdict -> shedding.add(verdict.statistics().shed() > 0 ? 1 : 0))
                .filter(verdict -> !verdict.violations().isEmpty())
                .limit(SHOWN)
                .toList();
        red.stream().limit(1).forEach(LiveSimulationTest::printEnd);
        assertThat(red)
                .extracting(verdict -> "-Dparley.live.seed=" + verdict.seed() + ": "
                        + verdict.violations().getFirst())
                .isEmpty();
        assertThat(shedding.sum()).as("runs in which something was shed").isGreaterThan(SEEDS / 4);
    }

    private static void printEnd(Verdict red) {
        List<String> trace = StreamSimulation.runLive(red.seed(), true).trace();
        trace.subList(Math.max(0, trace.size() - LAST_LINES), trace.size()).forEach(System.out::println);
    }

    /// On a node of next to no memory slow clients come one after another, each while the one before has not
    /// gone yet.
    @Test
    void whoIsSentAwayForWhatHePinsPinsItNoLonger() {
        for (long seed : List.of(205L, 277L, 308L, 1_435L)) {
            assertThat(StreamSimulation.runLive(seed).violations())
                    .as("seed %d", seed)
                    .isEmpty();
        }
    }

    @Test
    void whatIsShedIsTheSameEachTime() {
        for (long seed = 0; seed < 20; seed++) {
            assertThat(StreamSimulation.runLive(seed).hash())
                    .isEqualTo(StreamSimulation.runLive(seed).hash());
        }
    }
}
