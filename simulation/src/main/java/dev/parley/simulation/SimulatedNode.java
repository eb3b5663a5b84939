package dev.parley.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// A node that crashes or is stopped now and then and comes back as a new process.
final class SimulatedNode {

    private final String name;
    private final World world;
    private final SplittableRandom random;
    private final List<NodeRun> runs = new ArrayList<>();

    SimulatedNode(String name, World world) {
        this.name = name;
        this.world = world;
        this.random = world.random.split();
        start();
    }

    private void start() {
        runs.add(new NodeRun(new NodeRun.Id(name, runs.size() + 1), world));
    }

    /// Null while it is down.
    @Nullable
    NodeRun run() {
        return runs.getLast().alive() ? runs.getLast() : null;
    }

    List<NodeRun> runs() {
        return runs;
    }

    void startUnlessUp() {
        if (run() == null) {
            start();
        }
    }

    void goDown() {
        NodeRun run = run();
        if (run == null || world.faults.stopped()) {
            return;
        }
        var downtime = Duration.ofMillis(100 + random.nextInt(4_000));
        if (random.nextInt(3) == 0) {
            run.stop(() -> world.time.after(downtime, this::startUnlessUp));
        } else {
            run.crash(Duration.ofMillis(random.nextInt(500)));
            world.time.after(downtime, this::startUnlessUp);
        }
    }
}
