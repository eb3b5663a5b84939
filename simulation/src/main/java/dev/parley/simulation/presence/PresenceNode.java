package dev.parley.simulation.presence;

import dev.parley.cluster.LiveNode;
import dev.parley.cluster.Node;
import dev.parley.cluster.NodeLease;
import dev.parley.kernel.NodeId;
import dev.parley.kernel.Offload;
import dev.parley.kernel.Timers;
import dev.parley.lifecycle.LifecycleWriter;
import dev.parley.presence.Departure;
import dev.parley.presence.LiveNodes;
import dev.parley.presence.Place;
import dev.parley.presence.PresenceKeeper;
import dev.parley.presence.PresenceObserver;
import dev.parley.presence.PresenceSweeper;
import dev.parley.presence.SessionChange;
import dev.parley.presence.SessionEntry;
import dev.parley.presence.SessionListener;
import dev.parley.presence.SessionResult;
import dev.parley.presence.spi.PresenceRegistry;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/// One run of a server's presence: the real lease, keeper and sweeper. It may be killed, or paused and
/// resumed.
final class PresenceNode {

    private static final int ONE_WAY_MILLIS = 40;
    private static final int HANG_MILLIS = 2_500;

    final NodeId id;
    final PresenceKeeper keeper;
    private final PresenceWorld world;
    private final NodeLease lease;
    private final Queue<Runnable> put = new ArrayDeque<>();
    private boolean alive = true;
    private boolean paused;
    private int superseded;
    private long failedAt = Long.MIN_VALUE / 2;
    private long resumedAt = Long.MIN_VALUE / 2;

    PresenceNode(PresenceWorld world, int number) {
        this.world = world;
        this.id = new NodeId("node-" + number + "-of-" + Math.abs(world.random.nextInt()));
        Timers timers = (delay, task) -> world.time.after(delay, () -> here(task));
        Executor executor = task -> world.time.execute(() -> here(task));
        Offload offload = offload();
        Node self = new Node(id, "host:" + id, "machine", null, "rooms");
        List<LiveNode> entered = world.directory.renew(self, NodeLease.LENGTH);
        this.lease = new NodeLease(
                self, world.directory, entered, world.time.nanos(), offload, world.time, timers, executor);
        PresenceRegistry registry = new ShakyRegistry(world, this);
        SessionListener listener = new ShakyListener(new LifecycleWriter(world.log));
        this.keeper = new PresenceKeeper(
                id,
                registry,
                listener,
                new PresenceObserver() {
                    @Override
                    public void tookOver(NodeId from, List<Place> places) {
                        world.tell(from, places);
                    }
                },
                lease::acts,
                offload,
                world.time,
                timers,
                executor,
                world.random.split());
        var sweeper = new PresenceSweeper(
                id,
                registry,
                LiveNodes.of(world.directory),
                listener,
                PresenceObserver.NONE,
                lease::acts,
                offload,
                timers,
                world.random.split());
        lease.start();
        keeper.start();
        sweeper.start();
    }

    private Offload offload() {
        return new Offload() {
            @Override
            public <T> void run(Callable<T> call, Consumer<Result<T>> callback) {
                world.time.after(oneWay(), () -> arrive(call, callback));
            }
        };
    }

    private <T> void arrive(Callable<T> call, Consumer<Offload.Result<T>> callback) {
        if (!alive && world.random.nextBoolean()) {
            return;
        }
        Offload.Result<T> result = result(call);
        world.time.after(oneWay(), () -> here(() -> callback.accept(result)));
    }

    private static <T> Offload.Result<T> result(Callable<T> call) {
        try {
            return new Offload.Done<>(call.call());
        } catch (Exception e) {
            return new Offload.Failed<>(e);
        }
    }

    private Duration oneWay() {
        boolean hangs = !world.calm && world.random.nextInt(100) == 0;
        return Duration.ofMillis(1 + world.random.nextInt(hangs ? HANG_MILLIS : ONE_WAY_MILLIS));
    }

    private void here(Runnable task) {
        if (paused) {
            put.add(task);
        } else if (alive) {
            task.run();
        }
    }

    boolean alive() {
        return alive;
    }

    /// Whether clients reach it.
    boolean serves() {
        return alive && !paused;
    }

    /// Whether it has been well for so long, as far as its own calls go.
    boolean well(Duration time) {
        long since = world.time.millis() - time.toMillis();
        return serves() && lease.acts() && failedAt < since && resumedAt < since;
    }

    void kill() {
        alive = false;
        put.clear();
        paused = false;
    }

    void pause() {
        paused = true;
    }

    void resume() {
        if (paused) {
            paused = false;
            resumedAt = world.time.millis();
            while (!put.isEmpty()) {
                Runnable next = put.remove();
                world.time.execute(() -> here(next));
            }
        }
    }

    /// Something that a connection tells it; while it is paused it hears it later.
    void hear(Runnable told) {
        here(told);
    }

    /// One of its connections was told that a newer one is open elsewhere.
    void supersede() {
        superseded++;
    }

    int superseded() {
        return superseded;
    }

    void failed() {
        failedAt = world.time.millis();
    }

    void carriedOut(List<SessionChange> changes, List<SessionResult> results) {
        for (int i = 0; i < changes.size(); i++) {
            if (results.get(i) instanceof SessionResult.Present) {
                world.registered(this, changes.get(i).key());
            }
        }
    }

    /// What writes down may fail before or after it wrote.
    private final class ShakyListener implements SessionListener {

        private final SessionListener writer;

        ShakyListener(SessionListener writer) {
            this.writer = writer;
        }

        private void call(Runnable write) {
            if (world.fails()) {
                failed();
                throw new IllegalStateException("not written");
            }
            write.run();
            if (world.fails()) {
                failed();
                throw new IllegalStateException("written, perhaps");
            }
        }

        @Override
        public void came(List<SessionEntry> entries) {
            call(() -> writer.came(entries));
        }

        @Override
        public void departing(List<Departure> departures) {
            call(() -> writer.departing(departures));
        }

        @Override
        public void restore(PresenceRegistry registry) {
            call(() -> writer.restore(registry));
        }
    }

    @Override
    public String toString() {
        return id.value();
    }
}
