package dev.parley.bench.delivery;

import static dev.parley.bench.delivery.Verdict.text;

import dev.parley.bench.Arguments;
import dev.parley.bench.live.LiveOutcome;
import dev.parley.bench.report.Bar;
import dev.parley.bench.report.Bar.Unit;
import dev.parley.bench.report.Cell;
import dev.parley.bench.report.Latency;
import dev.parley.bench.report.Machine;
import dev.parley.bench.report.Report;
import dev.parley.bench.report.Sample;
import dev.parley.bench.report.Visual;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/// Makes the report of what typing does to a room's messages.
record SignalsReport(SignalsPlan plan, Machine machine, Subject subject, List<SignalsCommand.Round> rounds) {

    /// A pass tells five of a type, and the eleventh begins a second after the first.
    private static final int MOST_IN_A_SECOND = 55;
    private static final double PERCENT = 100;

    Visual visual(Arguments arguments) {
        Cell quiet = cell("nobody types", SignalsCommand.Round::quiet);
        Cell typing = cell("many type", SignalsCommand.Round::typing);
        var report = new Report(
                title(),
                machine,
                facts(),
                Machine.loadNow(),
                "deliveries",
                List.of(quiet, typing),
                bars(arguments, typing.times(quiet, sample -> sample.latency().p99())),
                LiveVerdict.of(outcomes().toList()));
        Map<String, Histogram> latencies = new LinkedHashMap<>();
        latencies.put("nobody types", rounds.getLast().quiet().latencyOfAll());
        latencies.put("many type", rounds.getLast().typing().latencyOfAll());
        return new Visual(report, List.of(Plots.percentiles(latencies)));
    }

    private String title() {
        return text(
                "A room with %,d viewers and %.0f messages a second, in which %,d people type (%.0f signals a second) or"
                        + " nobody does; %d × %d s each, in turn; medians",
                plan.shape().connections(),
                plan.typing().chat(),
                plan.typing().senders(),
                plan.typing().typing(),
                rounds.size(),
                plan.typing().length().toSeconds());
    }

    private Stream<LiveOutcome> outcomes() {
        return rounds.stream().flatMap(round -> Stream.of(round.quiet(), round.typing()));
    }

    private List<Bar> bars(Arguments arguments, double ratio) {
        String slower = "p99 of messages while people type, against that while nobody does";
        List<Bar> bars = new ArrayList<>();
        bars.add(
                arguments.has("--max-p99-ratio")
                        ? Bar.atMost(arguments.number("--max-p99-ratio", 0), slower, ratio, Unit.RATIO)
                        : Bar.told(slower, ratio, Unit.RATIO));
        bars.add(Bar.atMost(
                MOST_IN_A_SECOND,
                "most signals of the type that a viewer heard in a second",
                outcomes()
                        .mapToInt(outcome -> outcome.otherSignals().mostInASecond())
                        .max()
                        .orElse(0),
                Unit.COUNT));
        if (arguments.has("--require-all")) {
            bars.add(Bar.none(
                    "faults in what viewers received",
                    outcomes()
                            .mapToLong(outcome -> LiveVerdict.faults(outcome).size())
                            .sum()));
        }
        return bars;
    }

    private Cell cell(String way, Function<SignalsCommand.Round, LiveOutcome> side) {
        return new Cell(
                "messages",
                way,
                rounds.stream().map(round -> sample(side.apply(round))).toList());
    }

    private Sample sample(LiveOutcome outcome) {
        Histogram latency = outcome.latencyOfAll();
        Map<String, Double> also = new LinkedHashMap<>();
        also.put(Samples.P999, latency.getValueAtPercentile(99.9) / 1e3);
        also.put(Samples.SERVER, outcome.serverPercent());
        also.put(Samples.GENERATOR, outcome.busy() * PERCENT);
        also.put("signals/s each", signalsEach(outcome));
        return new Sample(latency.getTotalCount(), outcome.seconds(), Latency.of(latency), also);
    }

    private double signalsEach(LiveOutcome outcome) {
        double seconds = plan.typing().warmUp().plus(plan.typing().length()).toMillis() / 1e3;
        return outcome.otherSignals().all() / seconds / plan.shape().connections();
    }

    private Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("server", subject.where());
        for (int i = 0; i < rounds.size(); i++) {
            String called = "round " + (i + 1);
            rounds.get(i).typing().sent().stream()
                    .filter(sent -> sent.sent() > 0)
                    .forEach(sent -> facts.put(called + ", " + sent.what(), LiveReport.sent(sent)));
        }
        return facts;
    }
}
