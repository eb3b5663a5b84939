package dev.parley.bench.delivery;

import dev.parley.bench.Arguments;
import dev.parley.bench.report.Bar;
import dev.parley.bench.report.Bar.Unit;
import dev.parley.bench.report.Cell;
import dev.parley.bench.report.Machine;
import dev.parley.bench.report.Plot;
import dev.parley.bench.report.Report;
import dev.parley.bench.report.Sample;
import dev.parley.bench.report.Visual;
import dev.parley.bench.server.Cores;
import dev.parley.bench.stream.TimePoint;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/// Makes the report of a comparison.
///
/// @param contenders Parley first
/// @param absent how those are installed that are not there, by name
record Comparison(
        ComparePlan plan,
        Machine machine,
        Optional<Cores> cores,
        List<Contender> contenders,
        Map<String, String> absent) {

    private static final ToDoubleFunction<Sample> CPU = sample -> also(sample, Samples.CPU);
    private static final ToDoubleFunction<Sample> P50 =
            sample -> sample.latency().p50();
    private static final ToDoubleFunction<Sample> P99 =
            sample -> sample.latency().p99();

    private static double also(Sample sample, String name) {
        return sample.also().getOrDefault(name, 0.0);
    }

    Visual visual(Arguments arguments) {
        String load = String.format(
                Locale.ROOT,
                "%,d conn., %.0f/s",
                plan.load().shape().connections(),
                plan.load().timetable().rate());
        List<Cell> cells =
                contenders.stream().map(contender -> contender.cell(load)).toList();
        var report = new Report(
                title(), machine, facts(), Machine.loadNow(), "deliveries", cells, bars(arguments, cells), verified());
        return new Visual(report, plots());
    }

    private String title() {
        return String.format(
                Locale.ROOT,
                "Parley and others: %,d connections, rooms: %,d, %.0f messages a second, events of %d bytes;"
                        + " %d × %d s each, in turn; medians",
                plan.load().shape().connections(),
                plan.load().shape().rooms().count(),
                plan.load().timetable().rate(),
                plan.load().timetable().frame(),
                plan.rounds(),
                plan.load().timetable().length().toSeconds());
    }

    private Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put(
                "cores",
                cores.map(divided -> "all servers on core %d, the load generator on %s"
                                .formatted(divided.server(), divided.generator()))
                        .orElse("servers and load generator share all"));
        contenders.forEach(
                contender -> facts.put(contender.name(), contender.peer().description()));
        facts.put(
                "memory",
                "resident for each connection of the first round: "
                        + contenders.stream()
                                .map(contender -> String.format(
                                        Locale.ROOT, "%s %.1f KiB", contender.name(), contender.residentEach() / 1024))
                                .collect(Collectors.joining(", ")));
        absent.forEach((name, installation) -> facts.put(name, "not installed, so not compared: " + installation));
        return facts;
    }

    private List<Bar> bars(Arguments arguments, List<Cell> cells) {
        Cell parley = cells.getFirst();
        List<Bar> bars = new ArrayList<>();
        for (int i = 1; i < cells.size(); i++) {
            String to = " of Parley to " + contenders.get(i).name();
            Cell other = cells.get(i);
            bars.add(bar(arguments, "--max-cpu-ratio", "processor time a delivery" + to, parley.times(other, CPU)));
            bars.add(bar(arguments, "--max-p99-ratio", "p99" + to, parley.times(other, P99)));
            bars.add(Bar.told("p50" + to, parley.times(other, P50), Unit.RATIO));
        }
        return bars;
    }

    private static Bar bar(Arguments arguments, String name, String what, double ratio) {
        return arguments.has(name)
                ? Bar.atMost(arguments.number(name, 0), what, ratio, Unit.RATIO)
                : Bar.told(what, ratio, Unit.RATIO);
    }

    private String verified() {
        List<String> faults = contenders.stream()
                .map(Contender::fault)
                .filter(fault -> !fault.isEmpty())
                .toList();
        return faults.isEmpty()
                ? "Everybody delivered exactly what was acknowledged, to each connection, once."
                : Report.FLAW + String.join("; ", faults);
    }

    private List<Plot> plots() {
        Map<String, Histogram> latencies = new LinkedHashMap<>();
        Map<String, List<TimePoint>> timelines = new LinkedHashMap<>();
        contenders.forEach(contender -> {
            latencies.put(contender.name(), contender.latency());
            timelines.put(contender.name(), contender.timeline());
        });
        List<Plot> plots = new ArrayList<>();
        plots.add(Plots.percentiles(latencies));
        plots.addAll(Plots.timeline(timelines));
        return plots;
    }
}
