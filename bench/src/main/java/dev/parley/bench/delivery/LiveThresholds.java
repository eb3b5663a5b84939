package dev.parley.bench.delivery;

import dev.parley.bench.Arguments;
import dev.parley.bench.live.LiveOutcome;
import dev.parley.bench.live.Sent;
import dev.parley.bench.live.Viewing;
import dev.parley.bench.report.Bar;
import dev.parley.bench.report.Bar.Unit;
import dev.parley.kernel.Tier;
import java.util.ArrayList;
import java.util.List;

/// What the command line asks of a flood; each missed one makes it end with status 1.
record LiveThresholds(Arguments arguments) {

    private static final double MICROS_PER_MILLI = 1e3;
    private static final int P99 = 99;
    /// Of what was due: a load that sends less is no flood.
    private static final double MOST_UNSENT = 0.05;

    /// @param name what the run is called, when there are several
    List<Bar> bars(String name, LiveOutcome outcome) {
        List<Bar> bars = new ArrayList<>();
        add(bars, "--max-critical-p99", name + "p99 of critical messages", p99(outcome, Tier.CRITICAL), Unit.MILLIS);
        for (Tier tier : Tier.values()) {
            add(bars, "--max-p99", name + "p99 of tier " + tier.wire(), p99(outcome, tier), Unit.MILLIS);
        }
        add(
                bars,
                "--max-cpu",
                name + "server's processor time for each delivery",
                outcome.cpuMicrosEach(),
                Unit.MICROS);
        if (arguments.has("--require-all")) {
            all(bars, name, outcome);
        }
        return bars;
    }

    private static double p99(LiveOutcome outcome, Tier tier) {
        return outcome.latencyOf(tier).getValueAtPercentile(P99) / MICROS_PER_MILLI;
    }

    private void add(List<Bar> bars, String option, String what, double figure, Unit unit) {
        if (arguments.has(option)) {
            bars.add(Bar.atMost(arguments.number(option, 0), what, figure, unit));
        }
    }

    private static void all(List<Bar> bars, String name, LiveOutcome outcome) {
        bars.add(Bar.none(
                name + "requests neither accepted nor refused with 429",
                outcome.sent().stream().mapToLong(Sent::unanswered).sum()));
        outcome.sent()
                .forEach(sent -> bars.add(Bar.atMost(
                        Math.ceil(sent.owed() * MOST_UNSENT),
                        name + "requests of " + sent.what() + " that were due and not sent",
                        (double) (sent.owed() - sent.sent()),
                        Unit.COUNT)));
        bars.add(Bar.none(name + "connections that broke", outcome.dead()));
        viewing(bars, name + "viewers at full speed", outcome.atFullSpeed());
        viewing(bars, name + "slow viewers", outcome.slow());
        bars.add(Bar.none(
                name + "viewers with more hearts than were accepted",
                outcome.hearts().more()));
        bars.add(Bar.none(
                name + "viewers without exactly the applause",
                outcome.applause().fewer() + outcome.applause().more()));
    }

    private static void viewing(List<Bar> bars, String who, Viewing viewing) {
        bars.add(Bar.none(who + " without every critical message", viewing.withoutCritical()));
        bars.add(Bar.none(who + " whose received and dropped do not make what was accepted", viewing.wrongs()));
        bars.add(Bar.none(who + ": seqs that did not add up on the way", viewing.faults()));
    }
}
