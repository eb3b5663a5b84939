package dev.parley.bench.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.bench.Arguments;
import dev.parley.bench.report.Bar;
import dev.parley.bench.report.Latency;
import dev.parley.bench.stream.Connected;
import dev.parley.bench.stream.Findings;
import dev.parley.bench.stream.Outcome;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class ThresholdsTest {

    private static final Connected CONNECTED = new Connected(10, 0, "", 2, 300, 0, 40_960);

    private static Outcome outcome(long holes, long incomplete, int dead) {
        Histogram latency = Latency.histogram();
        for (int i = 1; i <= 100; i++) {
            latency.recordValue(i * 1_000);
        }
        var none = new Findings(0, 0, 0, 0, 0, 0, 0, Latency.histogram());
        var found = new Findings(100, 30_000, holes, holes, 0, 0, 0, latency);
        return new Outcome(
                found,
                none,
                none,
                10,
                500,
                0.5,
                30_600,
                50,
                10,
                10,
                10,
                0,
                "",
                1,
                incomplete,
                dead,
                "reset",
                List.of());
    }

    private static List<Bar> bars(Outcome outcome, String... words) {
        var arguments = Arguments.parse(List.of(words), LoadPlan.SWITCHES, LoadPlan.SETTINGS);
        return new Thresholds(arguments)
                .bars(
                        CONNECTED,
                        Optional.of(outcome),
                        Optional.empty(),
                        Optional.of(new Latency(1_000, 20_000, 30_000)));
    }

    private static boolean missed(Outcome outcome, String... words) {
        return bars(outcome, words).stream().anyMatch(bar -> bar.binding() && !bar.reached());
    }

    @Test
    void onlyWhatIsAskedForIsHeldAgainstTheRun() {
        assertThat(bars(outcome(3, 3, 3))).isEmpty();
        assertThat(bars(outcome(0, 0, 0), "--max-p99=1")).hasSize(1);
    }

    @Test
    void latenciesAreAtMostWhatWasSaid() {
        assertThat(missed(outcome(0, 0, 0), "--max-p50=50.1", "--max-p99=99.1", "--max-latency=100.1"))
                .isFalse();
        assertThat(missed(outcome(0, 0, 0), "--max-p50=49")).isTrue();
        assertThat(missed(outcome(0, 0, 0), "--max-p99=98")).isTrue();
        assertThat(missed(outcome(0, 0, 0), "--max-p999=99")).isTrue();
    }

    @Test
    void theProbeIsAnsweredWithinWhatWasSaid() {
        assertThat(missed(outcome(0, 0, 0), "--max-probe-p99=20")).isFalse();
        assertThat(missed(outcome(0, 0, 0), "--max-probe-p99=19")).isTrue();
    }

    @Test
    void costsAreAtMostWhatWasSaid() {
        assertThat(missed(outcome(0, 0, 0), "--max-cpu=5", "--max-kib=4", "--max-open-seconds=2"))
                .isFalse();
        assertThat(missed(outcome(0, 0, 0), "--max-cpu=4.9")).isTrue();
        assertThat(missed(outcome(0, 0, 0), "--max-kib=3.9")).isTrue();
        assertThat(missed(outcome(0, 0, 0), "--max-open-seconds=1.9")).isTrue();
    }

    @Test
    void everythingMeansEverything() {
        assertThat(missed(outcome(0, 0, 0), "--require-all")).isFalse();
        assertThat(missed(outcome(1, 0, 0), "--require-all")).isTrue();
        assertThat(missed(outcome(0, 1, 0), "--require-all")).isTrue();
        assertThat(missed(outcome(0, 0, 1), "--require-all")).isTrue();
    }

    @Test
    void theVerdictNamesWhatWentWrong() {
        assertThat(Verdict.of(outcome(0, 0, 0), 10)).contains("exactly the 10 acknowledged messages");
        assertThat(Verdict.of(outcome(2, 1, 3), 10))
                .startsWith("NOT EVERYTHING ARRIVED")
                .contains("1 connections without", "2 holes", "3 connections broke (the first: reset)");
    }
}
