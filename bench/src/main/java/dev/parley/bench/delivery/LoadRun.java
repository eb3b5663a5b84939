package dev.parley.bench.delivery;

import static dev.parley.bench.delivery.Verdict.text;

import dev.parley.bench.BenchFailure;
import dev.parley.bench.Progress;
import dev.parley.bench.peer.ParleyRooms;
import dev.parley.bench.report.Latency;
import dev.parley.bench.stream.Connected;
import dev.parley.bench.stream.Outcome;
import dev.parley.bench.stream.Probe;
import dev.parley.bench.stream.Returned;
import dev.parley.bench.stream.SourceAddresses;
import dev.parley.bench.stream.StreamLoad;
import dev.parley.bench.stream.Target;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;

/// One run of a plan against Parley: connect, hold, publish, come back.
final class LoadRun {

    private static final Duration MOST_CATCHING_UP = Duration.ofSeconds(30);
    private static final Duration MOST_CLOSING = Duration.ofSeconds(30);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(50);
    /// What a server may have opened beside the connections.
    private static final int OTHER_FILES = 50;
    private static final double MIB = 1 << 20;

    private final LoadPlan plan;
    private final Subject subject;
    private final Progress progress;
    private final Map<String, String> facts = new LinkedHashMap<>();

    /// What a run gave.
    ///
    /// @param outcome empty when nothing was published
    /// @param returned empty when all read at full speed
    record Result(
            Connected connected,
            Optional<Outcome> outcome,
            Optional<Returned> returned,
            Optional<Latency> probed,
            Map<String, String> facts) {}

    LoadRun(LoadPlan plan, Subject subject, Progress progress) {
        this.plan = plan;
        this.subject = subject;
        this.progress = progress;
    }

    Result run() {
        progress.at("creating rooms");
        ParleyRooms.create(subject.address(), plan.shape().rooms(), subject.access());
        rehearse();
        OptionalLong heap = plan.idle().isZero() ? OptionalLong.empty() : subject.liveHeap();
        var addresses = new SourceAddresses(subject.address(), 0);
        var shares = new Shares(plan, subject);
        try (var load =
                new StreamLoad(target(), shares.own(), addresses, shares.start(), subject.figures(), progress::at)) {
            progress.at(text("opening %,d connections", plan.shape().connections()));
            Connected connected = load.connect();
            tell(connected);
            if (!plan.idle().isZero()) {
                hold(load, connected, heap);
            }
            Optional<Probe> probe = probe();
            Optional<Outcome> outcome = plan.timetable().rate() > 0
                    ? Optional.of(load.publish(plan.timetable(), plan.publishers()))
                    : Optional.empty();
            Optional<Latency> probed = probe.map(Probe::latency);
            Optional<Returned> returned = plan.shape().hinders() ? Optional.of(comeBack(load)) : Optional.empty();
            return new Result(connected, outcome, returned, probed, facts);
        } finally {
            progress.done();
        }
    }

    /// The JVM of a server compiles while connections are opened the first times.
    private void rehearse() {
        var addresses = new SourceAddresses(subject.address(), 0);
        int files = subject.figures().openFiles();
        for (int n = 1; n < plan.openings(); n++) {
            var shares = new Shares(plan, subject);
            try (var load = new StreamLoad(
                    target(), shares.own(), addresses, shares.start(), subject.figures(), progress::at)) {
                Connected connected = load.connect();
                progress.at(text(
                        "opening %d of %d: %,d connections in %.2f s, %.0f µs of the server each",
                        n, plan.openings(), connected.open(), connected.seconds(), connected.cpuMicros()));
            }
            awaitClosed(files);
        }
    }

    /// What is still open would count as a connection too many.
    private void awaitClosed(int files) {
        long deadline = System.nanoTime() + MOST_CLOSING.toNanos();
        while (subject.figures().openFiles() > files + OTHER_FILES) {
            if (System.nanoTime() > deadline) {
                throw BenchFailure.wrong("the server has not closed its connections after 30 s.");
            }
            LockSupport.parkNanos(LOOK_AGAIN.toNanos());
        }
    }

    private Optional<Probe> probe() {
        if (plan.probe() == 0 || plan.timetable().rate() == 0) {
            return Optional.empty();
        }
        byte[] request = ParleyRooms.refused(
                subject.address(), subject.access(), plan.shape().rooms().name(0));
        return Optional.of(Probe.start(
                subject.address(), request, plan.probe(), plan.timetable().warmUp()));
    }

    private Target target() {
        return plan.protocol().target(subject.address(), plan.shape().rooms(), subject.access());
    }

    private void tell(Connected connected) {
        facts.put(
                "opening",
                text(
                        "%,d connections in %.2f s (%,d a second), %d at a time, %.0f µs of the server each%s",
                        connected.open(),
                        connected.seconds(),
                        Math.round(connected.open() / connected.seconds()),
                        plan.shape().burst(),
                        connected.cpuMicros(),
                        connected.dead() == 0
                                ? ""
                                : text("; %,d FAILED, the first: %s", connected.dead(), connected.firstReason())));
        facts.put(
                "memory",
                text(
                        "%.1f MiB resident before, %.1f MiB with the connections: %.2f KiB each",
                        connected.residentBefore() / MIB,
                        connected.residentAfter() / MIB,
                        connected.residentEach() / 1024));
    }

    private void hold(StreamLoad load, Connected connected, OptionalLong heapBefore) {
        double percent = load.hold(plan.idle());
        double resident = subject.figures().residentBytes();
        String heap = "";
        OptionalLong heapAfter = subject.liveHeap();
        if (heapBefore.isPresent() && heapAfter.isPresent()) {
            heap = text(
                    "; live heap %.1f MiB before, %.1f MiB now: %.2f KiB each",
                    heapBefore.getAsLong() / MIB,
                    heapAfter.getAsLong() / MIB,
                    (heapAfter.getAsLong() - heapBefore.getAsLong()) / 1024.0 / Math.max(1, connected.open()));
        }
        facts.put(
                "idle",
                text(
                        "after %,d s: %.1f MiB resident, %.2f KiB each, %.2f %% of a core%s",
                        plan.idle().toSeconds(),
                        resident / MIB,
                        (resident - connected.residentBefore()) / 1024 / Math.max(1, connected.open()),
                        percent,
                        heap));
    }

    private Returned comeBack(StreamLoad load) {
        progress.at("those that did not read come back");
        Returned returned = load.comeBack(MOST_CATCHING_UP);
        facts.put("came back", Verdict.of(returned));
        return returned;
    }
}
