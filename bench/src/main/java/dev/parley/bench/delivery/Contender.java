package dev.parley.bench.delivery;

import dev.parley.bench.BenchFailure;
import dev.parley.bench.peer.Peer;
import dev.parley.bench.report.Cell;
import dev.parley.bench.report.Latency;
import dev.parley.bench.report.Sample;
import dev.parley.bench.stream.Connected;
import dev.parley.bench.stream.Outcome;
import dev.parley.bench.stream.RoomNames;
import dev.parley.bench.stream.Shape;
import dev.parley.bench.stream.SourceAddresses;
import dev.parley.bench.stream.StreamLoad;
import dev.parley.bench.stream.Target;
import dev.parley.bench.stream.TimePoint;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/// One of those that are compared, and what its rounds gave.
final class Contender {

    private final String name;
    private final Peer peer;
    private final SourceAddresses addresses;
    private final List<Sample> samples = new ArrayList<>();
    private final Histogram latency = Latency.histogram();
    private List<TimePoint> timeline = List.of();
    private String protocol = "";
    private double residentEach;
    private long inexact;
    private String firstFault = "";

    Contender(String name, Peer peer, SourceAddresses addresses) {
        this.name = name;
        this.peer = peer;
        this.addresses = addresses;
    }

    String name() {
        return name;
    }

    Peer peer() {
        return peer;
    }

    /// Everybody connects anew, to rooms that were not there before.
    void round(int number, LoadPlan plan, boolean counts, Consumer<String> watcher) {
        var rooms =
                new RoomNames("compare-" + number + "-", plan.shape().rooms().count(), 1);
        Target target = peer.target(rooms);
        protocol = target.protocol();
        var shape = new Shape(rooms, 0, plan.shape().connections(), plan.shape().burst(), 0, 0);
        try (var load = new StreamLoad(
                target, shape, addresses, List.of(), peer.figures(), line -> watcher.accept(name + ": " + line))) {
            Connected connected = load.connect();
            if (connected.open() < shape.connections()) {
                throw BenchFailure.wrong("only %,d of %,d connections to %s were opened; the first that failed: %s."
                        .formatted(connected.open(), shape.connections(), name, connected.firstReason()));
            }
            if (!counts) {
                residentEach = connected.residentEach();
            }
            Outcome outcome = load.publish(plan.timetable(), plan.publishers());
            if (counts) {
                take(connected, outcome);
            }
        }
    }

    private void take(Connected connected, Outcome outcome) {
        samples.add(Samples.of(connected, outcome));
        latency.add(outcome.findings().latency());
        timeline = outcome.timeline();
        if (!outcome.exact()) {
            inexact++;
            firstFault = firstFault.isEmpty() ? String.join(", ", Verdict.faults(outcome)) : firstFault;
        }
    }

    Cell cell(String load) {
        return new Cell(load, name + ", " + protocol, List.copyOf(samples));
    }

    /// Bytes of resident memory for each connection when they first came: later ones use what is there already.
    double residentEach() {
        return residentEach;
    }

    Histogram latency() {
        return latency;
    }

    List<TimePoint> timeline() {
        return timeline;
    }

    /// Empty when everything was delivered in all rounds.
    String fault() {
        return inexact == 0 ? "" : name + " in " + inexact + " rounds, in the first of them " + firstFault;
    }
}
