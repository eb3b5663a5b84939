package dev.parley.bench.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.bench.Arguments;
import dev.parley.bench.live.Heard;
import dev.parley.bench.live.LiveOutcome;
import dev.parley.bench.live.Mode;
import dev.parley.bench.live.Sent;
import dev.parley.bench.live.Sum;
import dev.parley.bench.live.Viewing;
import dev.parley.bench.peer.Access;
import dev.parley.bench.report.Latency;
import dev.parley.bench.report.Machine;
import dev.parley.bench.report.Report;
import dev.parley.bench.stream.Connected;
import dev.parley.kernel.Tier;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveThresholdsTest {

    private static final Latency SHORT = new Latency(1_000, 2_000, 3_000);

    @TempDir
    private Path folder;

    private static Viewing viewing(long wrong, int withoutCritical, long faults) {
        Map<Tier, Long> some = Map.of(Tier.CRITICAL, 10L, Tier.HIGH, 60L, Tier.LOW, 30L);
        Map<Tier, Long> none = Map.of();
        return new Viewing(
                5, some, Map.of(Tier.LOW, 10L), none, Map.of(Tier.LOW, wrong), withoutCritical, faults, "no. 7", 1);
    }

    private static LiveOutcome outcome(long unanswered, Viewing full, Viewing slow, Sum hearts, Sum applause) {
        return outcome(30, unanswered, full, slow, hearts, applause);
    }

    private static LiveOutcome outcome(
            long owed, long unanswered, Viewing full, Viewing slow, Sum hearts, Sum applause) {
        Histogram latency = Latency.histogram();
        for (int i = 1; i <= 100; i++) {
            latency.recordValue(i * 1_000);
        }
        Sent chat =
                new Sent("chat", owed, 30, 10, Map.of("room-quota", 20 - unanswered), unanswered, "503 no", 1, SHORT);
        Sent pulls = new Sent("pulls", 0, 0, 0, Map.of(), 0, "", 0, SHORT);
        return new LiveOutcome(
                10,
                1_500,
                0.5,
                Map.of(Tier.CRITICAL, latency, Tier.HIGH, latency, Tier.LOW, latency),
                Map.of(Tier.CRITICAL, 10L, Tier.HIGH, 60L, Tier.LOW, 40L),
                List.of(chat),
                full,
                slow,
                1,
                2,
                hearts,
                applause,
                new Heard(7, 2),
                0,
                pulls,
                0,
                "",
                Map.of());
    }

    private static LiveOutcome good() {
        return outcome(0, viewing(0, 0, 0), viewing(0, 0, 0), new Sum(3, 4, 1, 0), new Sum(3, 5, 0, 0));
    }

    private static boolean missed(LiveOutcome outcome, String... words) {
        var arguments = Arguments.parse(List.of(words), LivePlan.SWITCHES, LivePlan.SETTINGS);
        return new LiveThresholds(arguments)
                .bars("", outcome).stream().anyMatch(bar -> bar.binding() && !bar.reached());
    }

    @Test
    void onlyWhatIsAskedForIsHeldAgainstTheRun() {
        LiveOutcome bad = outcome(1, viewing(1, 1, 1), viewing(1, 1, 1), new Sum(3, 3, 1, 1), new Sum(3, 4, 1, 0));
        assertThat(missed(bad)).isFalse();
        assertThat(missed(bad, "--require-all")).isTrue();
    }

    @Test
    void latenciesAndCostsAreAtMostWhatWasSaid() {
        assertThat(missed(good(), "--max-critical-p99=99.1", "--max-p99=99.1", "--max-cpu=5"))
                .isFalse();
        assertThat(missed(good(), "--max-critical-p99=98")).isTrue();
        assertThat(missed(good(), "--max-p99=98")).isTrue();
        assertThat(missed(good(), "--max-cpu=4.9")).isTrue();
    }

    /// Fewer hearts during the flood are no fault: who was behind is not sent them.
    @Test
    void everythingMeansEverything() {
        Viewing fine = viewing(0, 0, 0);
        Sum all = new Sum(3, 5, 0, 0);
        assertThat(missed(good(), "--require-all")).isFalse();
        assertThat(missed(outcome(1, fine, fine, all, all), "--require-all")).isTrue();
        assertThat(missed(outcome(0, viewing(1, 0, 0), fine, all, all), "--require-all"))
                .isTrue();
        assertThat(missed(outcome(0, fine, viewing(0, 1, 0), all, all), "--require-all"))
                .isTrue();
        assertThat(missed(outcome(0, fine, viewing(0, 0, 1), all, all), "--require-all"))
                .isTrue();
        assertThat(missed(outcome(0, fine, fine, new Sum(3, 4, 0, 1), all), "--require-all"))
                .isTrue();
        assertThat(missed(outcome(0, fine, fine, all, new Sum(3, 4, 1, 0)), "--require-all"))
                .isTrue();
    }

    @Test
    void aLoadThatWasNotSentIsNoFlood() {
        Viewing fine = viewing(0, 0, 0);
        Sum all = new Sum(3, 5, 0, 0);
        assertThat(missed(outcome(31, 0, fine, fine, all, all), "--require-all"))
                .isFalse();
        assertThat(missed(outcome(40, 0, fine, fine, all, all), "--require-all"))
                .isTrue();
    }

    @Test
    void theVerdictNamesWhatWentWrong() {
        assertThat(LiveVerdict.of(List.of(good()))).startsWith("Every request was accepted or refused with 429");
        LiveOutcome bad = outcome(1, viewing(1, 0, 0), viewing(0, 2, 3), new Sum(3, 4, 0, 1), new Sum(3, 4, 1, 0));
        assertThat(LiveVerdict.of(List.of(bad)))
                .startsWith(Report.FLAW)
                .contains(
                        "1 of 30 requests of chat were neither accepted nor refused with 429 (503 no)",
                        "1 viewers at full speed have another count of tier low",
                        "2 slow viewers miss a critical message",
                        "3 times something did not add up at slow viewers (the first: no. 7)",
                        "1 viewers have more hearts than were accepted",
                        "1 viewers miss some applause");
    }

    @Test
    void theReportTellsWhatWasRefusedAndShed() {
        var arguments = Arguments.parse(List.of("--viewers=10"), LivePlan.SWITCHES, LivePlan.SETTINGS);
        var subject = new Subject(
                InetSocketAddress.createUnresolved("localhost", 1), List.of(), Access.shared(""), Map.of(), "here");
        var run = new LiveCommand.Run(Mode.push(), new Connected(10, 0, "", 1, 2, 3, 4), good());
        var visual = new LiveReport(LivePlan.of(arguments), Machine.inspect(folder), subject, List.of(run))
                .visual(arguments);
        assertThat(visual.report().text())
                .contains(
                        "30 of 30 due, 10 accepted, 20 refused (room-quota 20)",
                        "low 30 received, 10 shed, 0 expired",
                        "4 viewers at full speed have just these, 1 fewer",
                        "server's processor time for each delivery, refusals and signals included: 5.00 µs");
        assertThat(visual.plots()).hasSize(4);
        assertThat(visual.report().cells()).hasSize(3);
    }
}
