package dev.parley.bench.delivery;

import static dev.parley.bench.delivery.Verdict.text;

import dev.parley.bench.Arguments;
import dev.parley.bench.Progress;
import dev.parley.bench.peer.ParleyPeer;
import dev.parley.bench.report.Cell;
import dev.parley.bench.report.Latency;
import dev.parley.bench.report.Machine;
import dev.parley.bench.report.Plot;
import dev.parley.bench.report.Report;
import dev.parley.bench.report.Visual;
import dev.parley.bench.server.Cores;
import dev.parley.bench.stream.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// `./parley bench load`.
public final class LoadCommand {

    public static final Set<String> SWITCHES = LoadPlan.SWITCHES;
    public static final Set<String> SETTINGS = LoadPlan.SETTINGS;

    /// A generator that computes more than this part of the time may be what is measured.
    private static final double BUSY = 0.85;
    /// Later than this a publisher did not keep to its timetable.
    private static final double LATE_MILLIS = 50;

    private LoadCommand() {}

    /// @param folder an empty one for everything that is stored
    public static Visual run(Arguments arguments, Path folder, Progress progress) {
        LoadPlan plan = LoadPlan.of(arguments);
        var machine = Machine.inspect(folder);
        Optional<Subject> running = Subjects.running(arguments);
        if (running.isPresent()) {
            return report(arguments, plan, machine, running.get(), progress);
        }
        Optional<Cores> cores = Cores.divide();
        cores.ifPresent(Cores::takeGenerators);
        progress.at("starting the server");
        List<String> before = cores.map(Cores::serverCommand).orElse(List.of());
        int connections = plan.shape().connections();
        try (var server = ParleyPeer.start(folder, before, plan.serverFlags(), plan.serverArguments(), connections)) {
            return report(arguments, plan, machine, subject(plan, server, cores), progress);
        }
    }

    private static Subject subject(LoadPlan plan, ParleyPeer server, Optional<Cores> cores) {
        return new Subject(
                server.server().address(),
                server.server().figures().pids(),
                server.access(plan.shape().rooms()),
                Map.of(ShareCommand.SECRET, server.secret()),
                "its own process, " + place(cores)
                        + "; SQLite with every commit forced to disk, a signed token for each connection");
    }

    /// Where the server runs, in words.
    static String place(Optional<Cores> cores) {
        return cores.map(divided ->
                        "on core %d, the load generator on %s".formatted(divided.server(), divided.generator()))
                .orElse("sharing all cores with the load generator");
    }

    static Visual report(Arguments arguments, LoadPlan plan, Machine machine, Subject subject, Progress progress) {
        LoadRun.Result result = new LoadRun(plan, subject, progress).run();
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("server", subject.where());
        facts.put("load", describe(plan));
        facts.putAll(result.facts());
        result.outcome().ifPresent(outcome -> facts.putAll(publishing(outcome)));
        if (plan.shape().rooms().crowd() > 0) {
            result.outcome().ifPresent(outcome -> facts.put("crowd", crowd(plan, outcome)));
        }
        result.probed().ifPresent(probed -> facts.put("probe", probe(plan, probed)));
        var report = new Report(
                title(plan),
                machine,
                facts,
                Machine.loadNow(),
                "deliveries",
                result
                        .outcome()
                        .map(outcome ->
                                new Cell(name(plan), way(plan), List.of(Samples.of(result.connected(), outcome))))
                        .stream()
                        .toList(),
                new Thresholds(arguments)
                        .bars(result.connected(), result.outcome(), result.returned(), result.probed()),
                result.outcome()
                        .map(outcome -> Verdict.of(outcome, plan.shape().atFullSpeed()))
                        .orElse("Nothing was published."));
        return new Visual(report, result.outcome().map(LoadCommand::plots).orElse(List.of()));
    }

    private static List<Plot> plots(Outcome outcome) {
        List<Plot> plots = new ArrayList<>();
        plots.add(Plots.percentiles(Map.of("Parley", outcome.findings().latency())));
        plots.addAll(Plots.timeline(Map.of("Parley", outcome.timeline())));
        return plots;
    }

    private static String title(LoadPlan plan) {
        return text(
                "%,d connections, %,d %s, %.0f messages a second for %s s",
                plan.shape().connections(),
                plan.shape().rooms().count(),
                plan.shape().rooms().count() == 1 ? "room" : "rooms",
                plan.timetable().rate(),
                plan.timetable().length().toSeconds());
    }

    private static String name(LoadPlan plan) {
        return text(
                "%,d conn., %,d %s, %.0f/s",
                plan.shape().connections(),
                plan.shape().rooms().count(),
                plan.shape().rooms().count() == 1 ? "room" : "rooms",
                plan.timetable().rate());
    }

    private static String way(LoadPlan plan) {
        return plan.protocol() == Protocol.SSE ? "Parley, SSE" : "Parley, WebSocket";
    }

    private static String describe(LoadPlan plan) {
        var shape = plan.shape();
        String hindered = shape.hinders()
                ? text(
                        "; %.0f %% of the connections stop reading, %.0f %% read 1 KB/s (receive buffers of 4 KiB)",
                        shape.stalled() * 100, shape.slow() * 100)
                : "";
        return text(
                "%d of %d rooms a connection; published over %d connections on a timetable, latency counts from when a"
                        + " message was due; warmed up for %.1f s%s",
                shape.rooms().each(),
                shape.rooms().count(),
                plan.publishers(),
                plan.timetable().warmUp().toMillis() / 1e3,
                hindered);
    }

    private static String crowd(LoadPlan plan, Outcome outcome) {
        var latency = Latency.of(outcome.crowd().latency());
        return text(
                "%,d further connections in a room of their own with %.1f messages a second: p50 %.1f ms, p99 %.1f ms; the"
                        + " latencies of the table are those of the other rooms, what a delivery costs is that of all",
                plan.shape().rooms().crowd(), plan.timetable().crowdRate(), latency.p50() / 1e3, latency.p99() / 1e3);
    }

    private static String probe(LoadPlan plan, Latency probed) {
        return text(
                "%.0f requests a second that are refused once they are read, over kept-alive connections on all loops:"
                        + " answered after p50 %.1f ms, p99 %.1f ms, at most %.1f ms",
                plan.probe(), probed.p50() / 1e3, probed.p99() / 1e3, probed.max() / 1e3);
    }

    private static Map<String, String> publishing(Outcome outcome) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put(
                "published",
                text(
                        "%,d of %,d due, %,d acknowledged, %,d refused%s; the latest was sent %.1f ms late",
                        outcome.sent(),
                        outcome.owed(),
                        outcome.acknowledged(),
                        outcome.refused(),
                        outcome.refused() == 0 ? "" : " (the first: " + outcome.refusal() + ")",
                        outcome.latestMillis()));
        facts.put(
                "wire",
                text(
                        "%.1f bytes received for each delivery, %.1f deliveries a read",
                        (double) outcome.wireBytes()
                                / Math.max(1, outcome.whole().deliveries()),
                        (double) outcome.whole().deliveries() / Math.max(1, outcome.reads())));
        if (outcome.busy() > BUSY) {
            facts.put("generator", "IT WAS NEARLY ALWAYS BUSY: it may be what was measured");
        }
        if (outcome.latestMillis() > LATE_MILLIS) {
            facts.put(
                    "timetable",
                    "IT WAS NOT KEPT TO: the publishing connections waited for answers, or the machine was busy (see published)");
        }
        return facts;
    }
}
