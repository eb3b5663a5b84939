package dev.parley.bench.delivery;

import dev.parley.bench.Arguments;
import dev.parley.bench.report.Bar;
import dev.parley.bench.report.Bar.Unit;
import dev.parley.bench.report.Latency;
import dev.parley.bench.stream.Connected;
import dev.parley.bench.stream.Outcome;
import dev.parley.bench.stream.Returned;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What the command line asks of a run; each missed one makes it end with status 1.
record Thresholds(Arguments arguments) {

    private static final double MICROS_PER_MILLI = 1e3;

    List<Bar> bars(
            Connected connected, Optional<Outcome> outcome, Optional<Returned> returned, Optional<Latency> probed) {
        List<Bar> bars = new ArrayList<>();
        add(bars, "--max-open-seconds", "time to open all", connected.seconds(), Unit.SECONDS);
        add(bars, "--max-kib", "resident memory for each connection", connected.residentEach() / 1024, Unit.KIB);
        outcome.ifPresent(found -> {
            latency(bars, "--max-p50", "p50", found, 50);
            latency(bars, "--max-p99", "p99", found, 99);
            latency(bars, "--max-p999", "p99.9", found, 99.9);
            latency(bars, "--max-latency", "longest latency", found, 100);
            add(bars, "--max-cpu", "server's processor time for each delivery", found.cpuMicrosEach(), Unit.MICROS);
        });
        outcome.ifPresent(found -> add(
                bars,
                "--max-crowd-p99",
                "p99 in the crowd's room",
                found.crowd().latency().getValueAtPercentile(99) / MICROS_PER_MILLI,
                Unit.MILLIS));
        probed.ifPresent(found -> add(
                bars,
                "--max-probe-p99",
                "p99 of the answers to the probe",
                found.p99() / MICROS_PER_MILLI,
                Unit.MILLIS));
        if (arguments.has("--require-all")) {
            bars.add(Bar.none(
                    "connections that broke", outcome.map(Outcome::dead).orElse(connected.dead())));
            outcome.ifPresent(found -> all(bars, found));
            returned.ifPresent(found ->
                    bars.add(Bar.none("connections that were not complete after all came back", found.incomplete())));
        }
        return bars;
    }

    private void latency(List<Bar> bars, String name, String what, Outcome outcome, double percentile) {
        double micros = outcome.findings().latency().getValueAtPercentile(percentile);
        add(bars, name, what, micros / MICROS_PER_MILLI, Unit.MILLIS);
    }

    private void add(List<Bar> bars, String name, String what, double figure, Unit unit) {
        if (arguments.has(name)) {
            bars.add(Bar.atMost(arguments.number(name, 0), what, figure, unit));
        }
    }

    private static void all(List<Bar> bars, Outcome outcome) {
        bars.add(Bar.none("messages due that were not acknowledged", outcome.owed() - outcome.acknowledged()));
        bars.add(Bar.none("connections without exactly what was acknowledged", outcome.incomplete()));
        var findings = outcome.whole();
        long disorder = findings.holes() + findings.late() + findings.repeated() + findings.told();
        bars.add(Bar.none("holes, late and repeated seqs", disorder));
    }
}
