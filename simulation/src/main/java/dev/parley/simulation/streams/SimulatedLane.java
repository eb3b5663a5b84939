package dev.parley.simulation.streams;

import dev.parley.delivery.spi.LaneExecutor;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;

/// One event loop of a node: its tasks come one after the other, each a little later than the last, and now and then
/// the loop is busy with something else.
final class SimulatedLane implements LaneExecutor {

    private static final int LONGEST_STALL_MILLIS = 1_500;

    private final StreamWorld world;
    private final BooleanSupplier alive;
    private final SplittableRandom random;
    private final double stalls;
    /// One task in so many waits for others of the loop.
    private final int rests;
    private final LaneWatch watch;
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private boolean awake;

    SimulatedLane(StreamWorld world, BooleanSupplier alive, LaneWatch watch) {
        this.watch = watch;
        this.world = world;
        this.alive = alive;
        this.random = world.random.split();
        this.stalls = random.nextBoolean() ? 0 : random.nextDouble() * 0.01;
        this.rests = world.crowded || random.nextBoolean() ? 1 : 4;
    }

    LaneWatch watch() {
        return watch;
    }

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
        wake();
    }

    @Override
    public void after(Duration delay, Runnable task) {
        world.time.after(delay, () -> execute(task));
    }

    private void wake() {
        if (!awake && !tasks.isEmpty()) {
            awake = true;
            world.time.after(pause(), this::round);
        }
    }

    private Duration pause() {
        if (!world.faults.stopped() && random.nextDouble() < stalls) {
            watch.stalled();
            return Duration.ofMillis(random.nextInt(LONGEST_STALL_MILLIS));
        }
        return Duration.ofNanos(random.nextInt(random.nextInt(rests) == 0 ? 3_000_000 : 50_000));
    }

    private void round() {
        awake = false;
        Runnable task = tasks.remove();
        if (alive.getAsBoolean()) {
            watch.task(world.time.nanos());
            task.run();
            wake();
        } else {
            tasks.clear();
        }
    }
}
