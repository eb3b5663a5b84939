package dev.parley.bench.delivery;

import static dev.parley.bench.delivery.Verdict.text;

import dev.parley.bench.Arguments;
import dev.parley.bench.live.LiveOutcome;
import dev.parley.bench.live.Sent;
import dev.parley.bench.live.Viewing;
import dev.parley.bench.report.Bar;
import dev.parley.bench.report.Bar.Unit;
import dev.parley.bench.report.Cell;
import dev.parley.bench.report.Latency;
import dev.parley.bench.report.Machine;
import dev.parley.bench.report.Plot;
import dev.parley.bench.report.Report;
import dev.parley.bench.report.Sample;
import dev.parley.bench.report.Visual;
import dev.parley.bench.stream.TimePoint;
import dev.parley.kernel.Tier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/// Makes the report of a flood.
record LiveReport(LivePlan plan, Machine machine, Subject subject, List<LiveCommand.Run> runs) {

    /// A generator that computes more than this part of the time may be what is measured.
    private static final double BUSY = 0.85;
    private static final double PERCENT = 100;

    Visual visual(Arguments arguments) {
        var thresholds = new LiveThresholds(arguments);
        List<Bar> bars = new ArrayList<>();
        for (LiveCommand.Run run : runs) {
            bars.addAll(thresholds.bars(called(run), run.outcome()));
            bars.add(Bar.told(
                    called(run) + "server's processor time for each delivery, refusals and signals included",
                    run.outcome().cpuMicrosEach(),
                    Unit.MICROS));
        }
        if (runs.size() > 1) {
            double pushed = runs.getFirst().outcome().cpuMicrosEach();
            double pulled = runs.getLast().outcome().cpuMicrosEach();
            bars.add(Bar.told(
                    "processor time for each delivery, pulled against pushed",
                    pushed == 0 ? 0 : pulled / pushed,
                    Unit.RATIO));
        }
        var report = new Report(
                title(),
                machine,
                facts(),
                Machine.loadNow(),
                "deliveries",
                runs.stream().flatMap(run -> cells(run).stream()).toList(),
                bars,
                LiveVerdict.of(runs.stream().map(LiveCommand.Run::outcome).toList()));
        return new Visual(report, plots());
    }

    private String title() {
        return text(
                "A live room with %,d viewers, flooded at %.0f messages a second (its limit is %,d) for %,d s",
                plan.shape().connections(),
                plan.flood().chat(),
                plan.limit(),
                plan.flood().length().toSeconds());
    }

    /// Nothing when there is only one run.
    private String called(LiveCommand.Run run) {
        return runs.size() == 1 ? "" : word(run) + ": ";
    }

    private static String word(LiveCommand.Run run) {
        return run.mode().pulls() ? "notify" : "push";
    }

    private List<Cell> cells(LiveCommand.Run run) {
        List<Cell> cells = new ArrayList<>();
        LiveOutcome outcome = run.outcome();
        double sentFor = plan.flood().warmUp().plus(plan.flood().length()).toMillis() / 1e3;
        for (Tier tier : Tier.values()) {
            Histogram latency = outcome.latencyOf(tier);
            Map<String, Double> also = new LinkedHashMap<>();
            also.put("accepted/s", outcome.acceptedOf(tier) / sentFor);
            also.put(Samples.P999, latency.getValueAtPercentile(99.9) / 1e3);
            also.put("shed % of slow", share(outcome.slow().shed(tier), outcome.slow(), tier));
            also.put("expired %", share(outcome.atFullSpeed().expired(tier), outcome.atFullSpeed(), tier));
            cells.add(new Cell(
                    tier.wire(),
                    word(run),
                    List.of(new Sample(latency.getTotalCount(), outcome.seconds(), Latency.of(latency), also))));
        }
        return cells;
    }

    private static double share(long part, Viewing viewing, Tier tier) {
        long all = viewing.received(tier) + viewing.shed(tier) + viewing.expired(tier);
        return all == 0 ? 0 : part * PERCENT / all;
    }

    private Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("server", subject.where());
        facts.put("load", load());
        for (LiveCommand.Run run : runs) {
            facts(called(run), run, facts);
        }
        return facts;
    }

    private String load() {
        var flood = plan.flood();
        return text(
                "%,d senders; lines of the tiers high and low in turn over %d connections, %.0f gifts (critical), %.0f"
                        + " hearts and %.0f typing a second over others, on timetables: latency counts from when a"
                        + " message was due; warmed up for %.1f s; %.0f %% of the viewers read 1 KB/s (receive buffers"
                        + " of 4 KiB)",
                flood.senders(),
                flood.connections(),
                flood.gifts(),
                flood.hearts(),
                flood.typing(),
                flood.warmUp().toMillis() / 1e3,
                plan.shape().slow() * PERCENT);
    }

    private static void facts(String called, LiveCommand.Run run, Map<String, String> facts) {
        LiveOutcome outcome = run.outcome();
        facts.put(
                called + "opening",
                text(
                        "%,d streams in %.2f s, %.0f µs of the server each",
                        run.connected().open(),
                        run.connected().seconds(),
                        run.connected().cpuMicros()));
        outcome.sent().stream()
                .filter(sent -> sent.sent() > 0)
                .forEach(sent -> facts.put(called + sent.what(), sent(sent)));
        facts.put(called + "at full speed", viewing(outcome.atFullSpeed()));
        if (outcome.slow().viewers() > 0) {
            facts.put(
                    called + "slow",
                    text(
                            "%s; %,d had been closed by the server; back over new connections, all had everything"
                                    + " after %.1f s",
                            viewing(outcome.slow()), outcome.slowClosed(), outcome.cameBackSeconds()));
        }
        facts.put(called + "sums", sums(outcome));
        if (run.mode().pulls()) {
            facts.put(called + "pulled", pulled(outcome));
        }
        facts.put(
                called + "cost",
                text(
                        "the server computed %.0f %% of a core, the load generator %.0f %%%s",
                        outcome.serverPercent(),
                        outcome.busy() * PERCENT,
                        outcome.busy() > BUSY ? ": IT WAS NEARLY ALWAYS BUSY and may be what was measured" : ""));
    }

    static String sent(Sent sent) {
        String refused = sent.refused().entrySet().stream()
                .map(entry -> text("%s %,d", entry.getKey(), entry.getValue()))
                .collect(Collectors.joining(", "));
        return text(
                "%,d of %,d due, %,d accepted, %,d refused%s%s; answered after p50 %.1f ms, p99 %.1f ms; the latest was"
                        + " sent %.1f ms late",
                sent.sent(),
                sent.owed(),
                sent.accepted(),
                sent.refusals(),
                refused.isEmpty() ? "" : " (" + refused + ")",
                sent.unanswered() == 0
                        ? ""
                        : text(", %,d NEITHER (the first: %s)", sent.unanswered(), sent.firstUnexpected()),
                sent.answers().p50() / 1e3,
                sent.answers().p99() / 1e3,
                sent.latestMillis());
    }

    private static String viewing(Viewing viewing) {
        String tiers = List.of(Tier.values()).stream()
                .map(tier -> text(
                        "%s %,d received, %,d shed, %,d expired",
                        tier.wire(), viewing.received(tier), viewing.shed(tier), viewing.expired(tier)))
                .collect(Collectors.joining("; "));
        return text("%,d viewers, %,d of them too slow at times: %s", viewing.viewers(), viewing.behind(), tiers);
    }

    private static String sums(LiveOutcome outcome) {
        return text(
                "%,d hearts were accepted during the flood: %,d viewers at full speed have just these, %,d fewer (signals"
                        + " are skipped for who is behind), %,d more; %,d of the applause after it: %,d viewers have just"
                        + " these; %,d other signals were received",
                outcome.hearts().accepted(),
                outcome.hearts().exact(),
                outcome.hearts().fewer(),
                outcome.hearts().more(),
                outcome.applause().accepted(),
                outcome.applause().exact(),
                outcome.otherSignals().all());
    }

    private static String pulled(LiveOutcome outcome) {
        Sent pulls = outcome.pulls();
        return text(
                "%,d times told that there is something, %,d pulls, %,d of them failed%s; answered after p50 %.1f ms, p99"
                        + " %.1f ms",
                outcome.notifies(),
                pulls.sent(),
                pulls.unexpected(),
                pulls.unexpected() == 0 ? "" : " (the first: " + pulls.firstUnexpected() + ")",
                pulls.answers().p50() / 1e3,
                pulls.answers().p99() / 1e3);
    }

    private List<Plot> plots() {
        Map<String, Histogram> latencies = new LinkedHashMap<>();
        Map<String, List<TimePoint>> timelines = new LinkedHashMap<>();
        for (LiveCommand.Run run : runs) {
            for (Tier tier : drawn()) {
                latencies.put(called(run) + tier.wire(), run.outcome().latencyOf(tier));
                timelines.put(called(run) + tier.wire(), run.outcome().timelineOf(tier));
            }
        }
        List<Plot> plots = new ArrayList<>();
        plots.add(Plots.percentiles(latencies));
        plots.addAll(Plots.timeline(timelines));
        return plots;
    }

    /// The page has colours for four lines.
    private List<Tier> drawn() {
        return runs.size() == 1 ? List.of(Tier.values()) : List.of(Tier.CRITICAL, Tier.HIGH);
    }
}
