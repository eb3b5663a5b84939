package dev.parley.simulation;

import dev.parley.access.Grants;
import dev.parley.access.Principal;
import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.UserId;
import dev.parley.usecase.Answer;
import dev.parley.usecase.Published;
import dev.parley.usecase.Refusal;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// One run from one seed: two nodes over one store, clients, faults; then faults end, everything has to come to rest,
/// and the checker judges.
public final class Simulation {

    /// Once faults have stopped, whatever is under way has to be settled within this time.
    private static final Duration SETTLING = Duration.ofSeconds(30);
    /// In calm weather a healthy node answers within this time.
    private static final Duration CALM_ANSWER = Duration.ofSeconds(2);

    /// @param hash of everything that happened
    /// @param trace line by line, if it was asked for
    public record Verdict(long seed, List<String> violations, long hash, List<String> trace, Statistics statistics) {}

    /// How much a run has exercised.
    public record Statistics(int commits, int lives, int calls, int nodeRuns, int refused) {}

    private final long seed;
    private final World world;
    private final SplittableRandom random;
    private final List<SimulatedNode> nodes;
    private final List<SimulatedWriter> writers;
    private final List<LaneWriter> laneWriters;
    private final List<SimulatedAdministrator> administrators;
    private final List<SimulatedReader> readers;
    private final Findings findings = new Findings();

    private Simulation(long seed, boolean keepTrace, Wiring wiring) {
        this.seed = seed;
        this.world = new World(seed, keepTrace, wiring);
        this.random = world.random.split();
        this.nodes =
                Stream.of("a", "b").map(name -> new SimulatedNode(name, world)).toList();
        this.writers = several("writer", 2 + random.nextInt(4))
                .map(name -> new SimulatedWriter(world, nodes, name))
                .toList();
        this.laneWriters = several("lane", random.nextInt(3))
                .map(name -> new LaneWriter(world, nodes, name))
                .toList();
        this.administrators = several("admin", 1 + random.nextInt(2))
                .map(name -> new SimulatedAdministrator(world, nodes, name))
                .toList();
        this.readers = world.rooms.stream()
                .map(room -> new SimulatedReader(world, nodes, room, findings))
                .toList();
    }

    private static Stream<String> several(String name, int count) {
        return IntStream.rangeClosed(1, count).mapToObj(i -> name + i);
    }

    public static Verdict run(long seed) {
        return run(seed, false, Wiring.STRAIGHT);
    }

    public static Verdict run(long seed, boolean keepTrace, Wiring wiring) {
        return new Simulation(seed, keepTrace, wiring).run();
    }

    private Verdict run() {
        var activity = Duration.ofMillis(8_000 + random.nextInt(12_000));
        planFaults(activity);
        administrators.forEach(SimulatedAdministrator::start);
        writers.forEach(SimulatedWriter::start);
        laneWriters.forEach(LaneWriter::start);
        readers.forEach(SimulatedReader::start);
        world.time.run(activity);
        calmDown();
        world.time.run(SETTLING);
        judgeRest();
        probe();
        new LogChecker(world, nodes, findings).check();
        return new Verdict(seed, findings.all(), world.trace.hash(), world.trace.lines(), statistics());
    }

    private void planFaults(Duration activity) {
        int millis = (int) activity.toMillis();
        times(random.nextInt(4), millis, () -> nodes.get(random.nextInt(2)).goDown());
        times(random.nextInt(4), millis, () -> world.storeClock.setBack(random.nextInt(5_000)));
        times(
                random.nextInt(12),
                millis,
                () -> world.locks.hold(world.anyRoom(random), random.nextLong(4_000_000_000L)));
        times(random.nextInt(3), millis, () -> {
            world.faults.away(true);
            world.time.after(Duration.ofMillis(random.nextInt(6_000)), () -> world.faults.away(false));
        });
    }

    private void times(int count, int withinMillis, Runnable task) {
        for (int i = 0; i < count; i++) {
            world.time.after(Duration.ofMillis(random.nextInt(withinMillis)), task);
        }
    }

    private void calmDown() {
        world.trace.note("calm");
        world.faults.stop();
        nodes.forEach(SimulatedNode::startUnlessUp);
        writers.forEach(SimulatedWriter::finish);
        laneWriters.forEach(LaneWriter::finish);
        readers.forEach(SimulatedReader::hurry);
        administrators.forEach(SimulatedAdministrator::finish);
    }

    private void judgeRest() {
        writers.forEach(writer -> findings.demand(writer.idle(), "everything is settled", writer));
        readers.forEach(reader -> findings.demand(reader.atHead(), "a reader comes as far as the log", reader));
        runs().filter(run -> !run.crashed())
                .forEach(run -> findings.demand(run.depth() == 0, "queues are empty", run.id(), run.depth()));
        readers.forEach(SimulatedReader::finish);
    }

    /// Each node has to take one more message for each room.
    private void probe() {
        var prober = new Principal(new UserId("prober"), null, Grants.NONE, true);
        for (SimulatedNode node : nodes) {
            NodeRun run = node.run();
            findings.demand(run != null, "a node comes back", node.runs());
            for (RoomId room : world.rooms) {
                if (run != null && world.reader.read(room).isPresent()) {
                    run.publish(prober, room, List.of(probe(room)), this::judgeProbe, () -> {});
                }
            }
        }
        world.time.run(CALM_ANSWER);
    }

    private void judgeProbe(List<Answer<Published>> answers) {
        boolean taken = answers.getFirst() instanceof Answer.Ok<Published>
                || answers.getFirst() instanceof Answer.Refused<Published>(Refusal.OverQuota _);
        findings.demand(taken, "in calm weather everything is taken", answers);
    }

    private Message probe(RoomId room) {
        String writer = "prober";
        int number = world.journal.calls().size();
        var id = new ClientMessageId("probe-" + number);
        return new Message(writer, number, room, true, Message.data(writer, number, false, 0), id, world.time.nanos());
    }

    private Stream<NodeRun> runs() {
        return nodes.stream().flatMap(node -> node.runs().stream());
    }

    private Statistics statistics() {
        int commits =
                world.record.lives().values().stream().mapToInt(List::size).sum();
        return new Statistics(
                commits, world.record.lives().size(), world.journal.calls().size(), (int) runs().count(), (int)
                        world.journal.refusals());
    }
}
