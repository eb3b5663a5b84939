package dev.parley.simulation.streams;

import dev.parley.fanout.spi.Bus;
import dev.parley.simulation.Findings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// One run from one seed: one node or two over one store, clients that come and go, faults; then faults end, everything
/// has to come to rest, and the checker judges.
public final class StreamSimulation {

    /// Once faults have stopped, every client has to be at the head within this time.
    private static final Duration SETTLING = Duration.ofSeconds(45);

    /// Longer than a node keeps what nobody reads.
    private static final Duration AWAY = Duration.ofSeconds(40);

    /// Long enough for all to have come back.
    private static final Duration BACK = Duration.ofSeconds(2);

    private static final Duration LAST_WORD = Duration.ofSeconds(5);

    /// @param hash of everything that happened
    /// @param trace line by line, if it was asked for
    public record Verdict(long seed, List<String> violations, long hash, List<String> trace, Statistics statistics) {}

    /// How much a run has exercised.
    ///
    /// @param lanes of what can go wrong on a lane, how often it happened
    /// @param sockets the same of what sockets go through
    public record Statistics(
            int connections,
            long frames,
            long gaps,
            long dropped,
            long shed,
            long closed,
            long events,
            Map<LaneCoverage.Kind, Integer> lanes,
            Map<SocketCoverage.Kind, Integer> sockets) {}

    private final long seed;
    private final StreamWorld world;
    private final SplittableRandom random;
    private final Findings findings = new Findings();
    private final List<StreamNode> nodes;
    private final List<Publisher> publishers;
    private final RoomKeeper keeper;
    private final List<SimulatedClient> clients;
    private final List<SocketClient> sockets;

    private StreamSimulation(long seed, boolean keepTrace, StreamWiring wiring, StreamWorld.Kind kind) {
        this.seed = seed;
        this.world = new StreamWorld(seed, keepTrace, wiring, kind);
        this.random = world.random.split();
        this.nodes = Stream.of("a", "b", "c", "d", "e")
                .limit(world.fleet != null ? world.fleet.nodes : world.severalNodes ? 2 : 1)
                .map(name -> new StreamNode(name, world, findings))
                .toList();
        this.publishers = several("publisher", 1 + random.nextInt(2))
                .map(name -> new Publisher(world, nodes, name))
                .toList();
        this.keeper = new RoomKeeper(world, nodes);
        this.clients = several("client", (world.picky ? 10 : world.crowded ? 6 : 2) + random.nextInt(6))
                .map(name -> new SimulatedClient(world, nodes, findings, name))
                .toList();
        this.sockets = several("socket", world.sockets ? 1 + random.nextInt(4) : 0)
                .map(name -> new SocketClient(world, nodes, findings, name))
                .toList();
    }

    private static Stream<String> several(String name, int count) {
        return IntStream.rangeClosed(1, count).mapToObj(i -> name + i);
    }

    public static Verdict run(long seed) {
        return run(seed, false, StreamWiring.STRAIGHT);
    }

    static Verdict run(long seed, boolean keepTrace, StreamWiring wiring) {
        return new StreamSimulation(seed, keepTrace, wiring, StreamWorld.Kind.USUAL).run();
    }

    /// The same with two to five nodes that hear of each other over a bus.
    public static Verdict runFleet(long seed) {
        return runFleet(seed, false);
    }

    static Verdict runFleet(long seed, boolean keepTrace) {
        return new StreamSimulation(seed, keepTrace, StreamWiring.STRAIGHT, StreamWorld.Kind.FLEET).run();
    }

    /// The same with rooms that shed, and clients that take less than is said.
    public static Verdict runLive(long seed) {
        return runLive(seed, false);
    }

    static Verdict runLive(long seed, boolean keepTrace) {
        return new StreamSimulation(seed, keepTrace, StreamWiring.STRAIGHT, StreamWorld.Kind.LIVE).run();
    }

    private Verdict run() {
        var activity = Duration.ofMillis(5_000 + random.nextInt(12_000));
        planFaults((int) activity.toMillis());
        keeper.start();
        publishers.forEach(Publisher::start);
        clients.forEach(SimulatedClient::start);
        sockets.forEach(SocketClient::start);
        world.time.run(activity);
        calmDown();
        world.time.run(SETTLING.dividedBy(3));
        keeper.finish();
        world.time.run(SETTLING);
        // Without a last word nothing shows what was missed but what takes care of it.
        if (world.fleet == null || world.fleet.endsAnew) {
            comeBackTogether();
        }
        judge();
        return new Verdict(seed, findings.all(), world.trace.hash(), world.trace.lines(), statistics());
    }

    private void planFaults(int millis) {
        if (world.fleet != null) {
            planBusFaults(world.fleet, millis);
        }
        if (!world.exact()) {
            times(random.nextInt(3), millis, () -> anyNode().goDown());
        }
        times(random.nextInt(4), millis, () -> world.store.trim(world.anyRoom(random), 1 + random.nextInt(50)));
        times(random.nextInt(2), millis, () -> {
            world.faults.away(true);
            world.time.after(Duration.ofMillis(random.nextInt(4_000)), () -> world.faults.away(false));
        });
        if (!world.exact()) {
            times(random.nextInt(3) == 0 ? 1 + random.nextInt(2) : 0, millis, this::restore);
        }
    }

    private void planBusFaults(Fleet fleet, int millis) {
        world.trace.note(fleet.toString());
        times(random.nextInt(8), millis, () -> onAnyBus(bus -> fleet.cut(bus, world.time)));
        times(random.nextInt(3), millis, () -> onAnyBus(fleet::interrupt));
        times(random.nextInt(3), millis, fleet.holders::forget);
        if (!fleet.exact) {
            times(random.nextInt(3), millis, () -> onAnyBus(bus -> fleet.hang(bus, world.time)));
        }
    }

    private void onAnyBus(Consumer<Bus> fault) {
        onBus(anyNode(), fault);
    }

    private static void onBus(StreamNode node, Consumer<Bus> fault) {
        StreamNodeRun run = node.run();
        Bus bus = run == null ? null : run.bus();
        if (bus != null) {
            fault.accept(bus);
        }
    }

    private StreamNode anyNode() {
        return nodes.get(random.nextInt(nodes.size()));
    }

    /// To what it was after some earlier write.
    private void restore() {
        int copy = world.store.copy();
        // A little back is what comes too late over a bus may seem to follow.
        int most = world.fleet != null && random.nextBoolean() ? 8 : 200;
        int kept = copy - random.nextInt(1 + Math.min(copy, most));
        world.trace.note("restore " + kept + " of " + copy);
        world.store.restore(kept);
    }

    private void times(int count, int withinMillis, Runnable task) {
        for (int i = 0; i < count; i++) {
            world.time.after(Duration.ofMillis(random.nextInt(withinMillis)), task);
        }
    }

    private void calmDown() {
        world.trace.note("calm");
        world.faults.stop();
        nodes.forEach(StreamNode::start);
        if (world.fleet != null) {
            world.fleet.calmDown();
            nodes.forEach(node -> onBus(node, world.fleet::mend));
        }
        publishers.forEach(Publisher::finish);
        keeper.finish();
        clients.forEach(SimulatedClient::settle);
        sockets.forEach(SocketClient::settle);
    }

    /// Everybody leaves until no node keeps anything of the rooms in memory; then all come back while one message goes
    /// into each room, and nothing after it that would show what was missed.
    private void comeBackTogether() {
        world.trace.note("all away");
        clients.forEach(client -> client.stayAway(AWAY));
        sockets.forEach(client -> client.stayAway(AWAY));
        world.time.run(AWAY);
        if (world.fleet != null && random.nextBoolean()) {
            // All are back and entered in the registry; then it is empty just when the last word is told.
            world.time.run(BACK);
            world.fleet.holders.forget();
        }
        publishers.getFirst().lastWord();
        world.time.run(LAST_WORD);
    }

    private void judge() {
        var checker = new StreamChecker(world.history, findings);
        clients.forEach(SimulatedClient::rest);
        sockets.forEach(SocketClient::rest);
        List<Transcript> connected = Stream.concat(
                        clients.stream().map(SimulatedClient::connected),
                        sockets.stream().map(SocketClient::connected))
                .filter(Objects::nonNull)
                .toList();
        clients.forEach(
                client -> findings.demand(client.connected() != null, "at rest every client is connected", client));
        sockets.forEach(
                client -> findings.demand(client.connected() != null, "at rest every client is connected", client));
        connected.forEach(checker::atRest);
        world.transcripts.stream()
                .filter(transcript -> !connected.contains(transcript))
                .forEach(checker::check);
        nodes.stream()
                .map(StreamNode::run)
                .filter(Objects::nonNull)
                .forEach(
                        run -> findings.demand(run.heldBuffers() == 0, "at rest no buffer is held", run.heldBuffers()));
    }

    private Statistics statistics() {
        List<Frame> frames = world.transcripts.stream()
                .flatMap(transcript -> transcript.sights().stream())
                .flatMap(
                        sight -> sight instanceof Transcript.Written written ? Stream.of(written.frame()) : Stream.of())
                .toList();
        return new Statistics(
                world.transcripts.size(),
                frames.size(),
                count(frames, Frame.Gap.class),
                count(frames, Frame.Dropped.class),
                frames.stream()
                        .filter(frame -> frame instanceof Frame.Dropped dropped
                                && !dropped.reason().equals("expired"))
                        .count(),
                count(frames, Frame.Closed.class),
                count(frames, Frame.Message.class),
                Map.copyOf(world.coverage),
                socketCoverage());
    }

    private Map<SocketCoverage.Kind, Integer> socketCoverage() {
        world.transcripts.stream()
                .filter(Transcript::socket)
                .forEach(transcript -> SocketCoverage.add(world.socketCoverage, transcript));
        return Map.copyOf(world.socketCoverage);
    }

    private static long count(List<Frame> frames, Class<? extends Frame> kind) {
        return frames.stream().filter(kind::isInstance).count();
    }
}
