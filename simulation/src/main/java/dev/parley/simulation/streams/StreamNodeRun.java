package dev.parley.simulation.streams;

import dev.parley.delivery.LongPolls;
import dev.parley.delivery.StreamObserver;
import dev.parley.delivery.StreamSettings;
import dev.parley.delivery.Streams;
import dev.parley.delivery.TailPages;
import dev.parley.delivery.TailSettings;
import dev.parley.delivery.Tails;
import dev.parley.delivery.spi.Framing;
import dev.parley.fanout.BusFanout;
import dev.parley.fanout.Fanout;
import dev.parley.fanout.FanoutMode;
import dev.parley.fanout.FanoutObserver;
import dev.parley.fanout.spi.Bus;
import dev.parley.kernel.NodeId;
import dev.parley.kernel.Timers;
import dev.parley.log.AppendLanes;
import dev.parley.log.AppendObserver;
import dev.parley.log.CommitListener;
import dev.parley.log.LaneLimits;
import dev.parley.log.RetentionSweep;
import dev.parley.room.RoomRules;
import dev.parley.simulation.Findings;
import dev.parley.simulation.SimulatedOffload;
import dev.parley.usecase.Publishing;
import dev.parley.usecase.Queries;
import dev.parley.usecase.RoomAdministration;
import dev.parley.usecase.Streaming;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// One run of the process: the real core over this world's parts.
final class StreamNodeRun {

    private static final Duration DRAIN_WINDOW = Duration.ofSeconds(3);
    private static final int MOST_POLLS = 100;

    private final String id;
    private final StreamWorld world;
    private final SplittableRandom random;
    private final CountedBuffers buffers;
    private final List<SimulatedLane> loops;
    private final AppendLanes lanes;
    private final Publishing publishing;
    private final RoomAdministration administration;
    private final Streaming streaming;
    private final Queries queries;
    private final List<Wire> wires = new ArrayList<>();
    private @Nullable Bus bus;
    private boolean alive = true;
    private boolean draining;

    StreamNodeRun(String id, StreamWorld world, Findings findings) {
        this.id = id;
        this.world = world;
        this.random = world.random.split();
        this.buffers = new CountedBuffers(findings, world.time::nanos);
        TailSettings tailSettings = tailSettings();
        StreamSettings streamSettings = streamSettings(tailSettings.maxBytes());
        this.loops = IntStream.rangeClosed(1, world.crowded ? 1 : 1 + random.nextInt(2))
                .mapToObj(_ -> new SimulatedLane(world, () -> alive, watch(findings, streamSettings, tailSettings)))
                .toList();
        Timers timers = (delay, task) -> world.time.after(delay, () -> ifAlive(task));
        Executor executor = task -> world.time.execute(() -> ifAlive(task));
        var offload = new SimulatedOffload(world.time, world.faults, () -> alive);
        var store = new ShakyRoomLog(world);
        var rules = new RoomRules(store, offload, world.time, timers, executor);
        var sweep = new RetentionSweep(store, offload, timers, executor);
        BusFanout others = fanout(timers, executor);
        var tails = new Tails(
                world.wiring.log(store, world.time),
                store,
                offload,
                world.time,
                timers,
                executor,
                random.split(),
                tailSettings,
                StreamObserver.NONE,
                others == null ? Fanout.LOCAL : others);
        Framing framing = world.wiring.framing(new FrameText());
        var streams = new Streams(
                tails,
                rules,
                framing,
                buffers,
                world.time,
                timers,
                random.split(),
                streamSettings,
                StreamObserver.NONE);
        this.lanes = new AppendLanes(
                store,
                offload,
                world.time,
                timers,
                executor,
                LaneLimits.DEFAULT,
                listener(tails, sweep, others),
                AppendObserver.NONE);
        this.publishing = new Publishing(rules, world.policy, lanes, random.split(), false);
        this.administration =
                new RoomAdministration(rules, world.policy, lanes, store, offload, RoomKeeper::render, random.split());
        this.streaming = new Streaming(rules, world.policy, lanes, streams, random.split(), random.nextInt(4) == 0);
        this.queries = new Queries(
                rules,
                world.policy,
                store,
                offload,
                new Queries.Memory(
                        new LongPolls(tails, timers, executor, MOST_POLLS),
                        new TailPages(tails, framing),
                        streams::pulled));
        rules.start();
        sweep.start();
        tails.start();
    }

    private @Nullable BusFanout fanout(Timers timers, Executor executor) {
        Fleet fleet = world.fleet;
        if (fleet == null) {
            return null;
        }
        Bus own = fleet.bus();
        bus = own;
        Bus connecting = fleet.spoken(own);
        if (fleet.mode instanceof FanoutMode.Registry registry) {
            return BusFanout.overRegistry(
                    NodeId.draw(random),
                    registry,
                    fleet.holders,
                    new SimulatedOffload(world.time, world.faults, () -> alive),
                    connecting,
                    world.time,
                    timers,
                    executor,
                    random.split(),
                    FanoutObserver.NONE);
        }
        return new BusFanout(
                NodeId.draw(random),
                fleet.mode,
                connecting,
                world.time,
                timers,
                executor,
                random.split(),
                FanoutObserver.NONE);
    }

    private CommitListener listener(Tails tails, RetentionSweep sweep, @Nullable BusFanout others) {
        CommitListener here = CommitListener.both(world.wiring.listener(tails, world.time), sweep);
        return others == null ? here : CommitListener.both(here, others.publisher());
    }

    /// Its end of the bus, if there is one.
    @Nullable
    Bus bus() {
        return bus;
    }

    private void ifAlive(Runnable task) {
        if (alive) {
            task.run();
        }
    }

    private LaneWatch watch(Findings findings, StreamSettings settings, TailSettings memory) {
        boolean roomy = memory.maxBytes() == TailSettings.LOCAL.maxBytes()
                && settings.maxPinned() == StreamSettings.DEFAULT.maxPinned();
        List<LaneWatch> watches = new ArrayList<>(List.of(
                new TaskRules(findings, settings.slice()),
                new PassRules(findings, settings.slice(), settings.passGap()),
                new PinRules(findings, world.coverage, buffers, settings.maxPinned(), memory.maxBytes()),
                new LaneCoverage(world.history, world.coverage)));
        if (roomy) {
            watches.add(new StepRules(findings, world.history));
        }
        return LaneWatch.all(watches);
    }

    /// So small that rooms with a handful of streams are served like the biggest.
    ///
    /// @param memory of the node; where it is small, some connections may pin very little
    private StreamSettings streamSettings(long memory) {
        var usual = StreamSettings.DEFAULT;
        int catchUps = random.nextInt(6) == 0 ? 1 + random.nextInt(2) : usual.maxCatchUps();
        return new StreamSettings(usual.writeDeadline(), usual.heartbeat(), usual.maxStreams(), catchUps)
                .withPasses(1 + random.nextInt(4), Duration.ofMillis(random.nextInt(random.nextInt(3) == 0 ? 300 : 50)))
                .withMaxPinned(memory < 20_000 && memory % 2 == 1 ? 200 + (int) memory % 3_000 : usual.maxPinned());
    }

    /// Some nodes keep very little in memory.
    private TailSettings tailSettings() {
        var settings = random.nextInt(3) == 0
                ? TailSettings.LOCAL.withMaxBytes(2_000 + random.nextInt(18_000))
                : TailSettings.LOCAL;
        return world.severalNodes && !world.exact() ? settings.withHeadChecks() : settings;
    }

    Publishing publishing() {
        return publishing;
    }

    RoomAdministration administration() {
        return administration;
    }

    Streaming streaming() {
        return streaming;
    }

    Queries queries() {
        return queries;
    }

    SimulatedLane anyLoop(SplittableRandom chance) {
        return loops.get(chance.nextInt(loops.size()));
    }

    void add(Wire wire) {
        wires.removeIf(Wire::closed);
        wires.add(wire);
    }

    boolean draining() {
        return draining;
    }

    boolean alive() {
        return alive;
    }

    void crash() {
        world.trace.note("crash " + id);
        end();
        List.copyOf(wires).forEach(Wire::breakOff);
    }

    void drain(Runnable ended) {
        if (draining) {
            return;
        }
        draining = true;
        world.trace.note("drain " + id);
        streaming.drain(DRAIN_WINDOW, () -> {
            world.trace.note("drained " + id);
            world.time.execute(() -> judgeDrained(ended));
        });
    }

    private void judgeDrained(Runnable ended) {
        if (!alive) {
            return;
        }
        end();
        List.copyOf(wires).forEach(Wire::breakOff);
        ended.run();
    }

    private void end() {
        alive = false;
        if (bus != null) {
            bus.close();
        }
    }

    @Override
    public String toString() {
        return id;
    }

    /// With everything read and nobody connected no buffer is held.
    int heldBuffers() {
        return buffers.held();
    }
}
