package dev.parley.simulation.streams;

import dev.parley.simulation.Findings;
import java.time.Duration;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// A node that crashes or is drained now and then and comes back as a new process.
final class StreamNode {

    private final String name;
    private final StreamWorld world;
    private final Findings findings;
    private final SplittableRandom random;
    private @Nullable StreamNodeRun run;
    private int runs;

    StreamNode(String name, StreamWorld world, Findings findings) {
        this.name = name;
        this.world = world;
        this.findings = findings;
        this.random = world.random.split();
        start();
    }

    void start() {
        if (run == null) {
            run = new StreamNodeRun(name + "." + ++runs, world, findings);
        }
    }

    /// Null while it is down.
    @Nullable
    StreamNodeRun run() {
        return run;
    }

    void goDown() {
        StreamNodeRun current = run;
        if (current == null || world.faults.stopped()) {
            return;
        }
        var downtime = Duration.ofMillis(100 + random.nextInt(3_000));
        if (random.nextBoolean()) {
            run = null;
            current.crash();
            world.time.after(downtime, this::start);
        } else {
            current.drain(() -> {
                if (run == current) {
                    run = null;
                    world.time.after(downtime, this::start);
                }
            });
        }
    }
}
