package dev.parley.simulation.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.simulation.streams.StreamSimulation.Verdict;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Many runs, each from its own seed. A failing one is run alone by `-Dparley.streams.seed=…`, more of them by
/// `-Dparley.streams.seeds=…`, from another one on by `-Dparley.streams.first=…`.
class StreamSimulationTest {

    private static final long USUALLY = 5_000;
    private static final long SEEDS = Long.getLong("parley.streams.seeds", USUALLY);
    private static final long FIRST = Long.getLong("parley.streams.first", 0);
    private static final int SHOWN = 10;
    /// In which each kind of thing that can go wrong on a lane has to happen.
    private static final long FEWEST_RUNS = 10;

    private static final int LAST_LINES = 60;
    private static final Pattern CONNECTION = Pattern.compile("(client|socket)\\d+\\.\\d+");

    @Test
    void whateverHappensEveryClientIsCompleteOrTold() {
        Long alone = Long.getLong("parley.streams.seed");
        if (alone != null) {
            Verdict verdict = StreamSimulation.run(alone, true, StreamWiring.STRAIGHT);
            verdict.trace().forEach(System.out::println);
            System.out.println(verdict.statistics());
            assertThat(verdict.violations()).isEmpty();
            return;
        }
        Map<Enum<?>, LongAdder> reached = new ConcurrentHashMap<>();
        List<Verdict> red = LongStream.range(FIRST, FIRST + SEEDS)
                .parallel()
                .mapToObj(StreamSimulation::run)
                .peek(verdict -> kinds(verdict)
                        .forEach(kind -> reached.computeIfAbsent(kind, _ -> new LongAdder())
                                .increment()))
                .filter(verdict -> !verdict.violations().isEmpty())
                .limit(SHOWN)
                .toList();
        red.stream().limit(1).forEach(StreamSimulationTest::printEnd);
        assertThat(red)
                .extracting(verdict -> "-Dparley.streams.seed=" + verdict.seed() + ": "
                        + verdict.violations().getFirst())
                .isEmpty();
        if (SEEDS >= USUALLY) {
            assertThat(Stream.of(LaneCoverage.Kind.values(), SocketCoverage.Kind.values())
                            .<Enum<?>>flatMap(Stream::of))
                    .as("runs that reached each kind: %s", reached)
                    .allMatch(kind ->
                            reached.containsKey(kind) && reached.get(kind).sum() >= FEWEST_RUNS);
        }
    }

    private static Stream<Enum<?>> kinds(Verdict verdict) {
        return Stream.concat(
                verdict.statistics().lanes().keySet().stream(), verdict.statistics().sockets().keySet().stream());
    }

    /// What was written to the connection in question, and what happened around it.
    private static void printEnd(Verdict red) {
        String client = CONNECTION
                .matcher(red.violations().getFirst())
                .results()
                .map(MatchResult::group)
                .findFirst()
                .orElse("client");
        List<String> trace = StreamSimulation.run(red.seed(), true, StreamWiring.STRAIGHT).trace().stream()
                .filter(line -> line.contains(client) || !(line.contains("client") || line.contains("socket")))
                .toList();
        trace.subList(Math.max(0, trace.size() - LAST_LINES), trace.size()).forEach(System.out::println);
    }

    @Test
    void oneSeedGivesOneRun() {
        for (long seed = 0; seed < 20; seed++) {
            assertThat(StreamSimulation.run(seed).hash())
                    .isEqualTo(StreamSimulation.run(seed).hash());
        }
    }
}
