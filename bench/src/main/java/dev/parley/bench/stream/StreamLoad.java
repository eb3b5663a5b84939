package dev.parley.bench.stream;

import dev.parley.bench.BenchFailure;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// Opens connections, publishes, and finds out what arrived when: connect, hold, publish, come back, in this order.
/// All of it happens on the calling thread.
public final class StreamLoad implements AutoCloseable {

    private static final long SECOND = 1_000_000_000L;
    private static final long TURN = 100_000_000L;
    /// So long nothing may be opened before the opening counts as stuck.
    private static final long STUCK = 30 * SECOND;
    /// What a probe of the frame's size is given.
    private static final long PROBE = 10 * SECOND;

    private final Target target;
    private final Shape shape;
    private final ServerFigures server;
    private final Consumer<String> watcher;
    private final Window window = new Window();
    private final Loop loop = new Loop();
    private final Readers readers;
    private final Published published;
    private final Companions companions;

    /// @param companions other processes, each with a share of the connections; closed with this load
    /// @param watcher told each second what is going on
    public StreamLoad(
            Target target,
            Shape shape,
            SourceAddresses addresses,
            List<Companion> companions,
            ServerFigures server,
            Consumer<String> watcher) {
        this.target = target;
        this.shape = shape;
        this.server = server;
        this.watcher = watcher;
        this.readers = new Readers(target, shape, loop, addresses, window);
        this.published = new Published(shape.rooms().count());
        this.companions = new Companions(companions);
    }

    /// Opens all connections as fast as the burst allows, and lets the server settle for a second.
    public Connected connect() {
        double resident = server.residentBytes();
        double cpu = server.cpuSeconds();
        long begun = System.nanoTime();
        companions.open();
        opened(() -> readers.open() & companions.haveOpened());
        double seconds = (System.nanoTime() - begun) / (double) SECOND;
        turnUntil(System.nanoTime() + SECOND, () -> false);
        return new Connected(
                readers.isOpenNow() + companions.isOpenNow(),
                readers.dead() + companions.dead(),
                readers.firstReason() + companions.firstReason(),
                seconds,
                (server.cpuSeconds() - cpu) * 1e6 / (shape.connections() + companions.connections()),
                resident,
                server.residentBytes());
    }

    /// Turns until everything that is asked for is open or has failed.
    private void opened(BooleanSupplier all) {
        long moved = System.nanoTime();
        int last = -1;
        while (!all.getAsBoolean()) {
            turn(System.nanoTime() + TURN);
            int settled = readers.isOpenNow() + readers.dead() + companions.isOpenNow();
            if (settled != last) {
                last = settled;
                moved = System.nanoTime();
            } else if (System.nanoTime() - moved > STUCK) {
                throw BenchFailure.wrong("after %,d connections the server opens no more; the first that failed: %s."
                        .formatted(readers.isOpenNow(), readers.firstReason()));
            }
        }
    }

    /// Keeps the connections open; the server's share of a core meanwhile, in percent.
    public double hold(Duration length) {
        double cpu = server.cpuSeconds();
        long begun = System.nanoTime();
        long end = begun + length.toNanos();
        while (System.nanoTime() < end) {
            long second = System.nanoTime() + SECOND;
            turnUntil(Math.min(end, second), () -> false);
            watcher.accept("holding %,d connections, %.1f MiB resident, %.0f s to go"
                    .formatted(
                            readers.isOpenNow() + companions.isOpenNow(),
                            server.residentBytes() / (1 << 20),
                            Math.max(0, (end - System.nanoTime()) / (double) SECOND)));
        }
        return (server.cpuSeconds() - cpu) * SECOND * 100 / (System.nanoTime() - begun);
    }

    /// Publishes by the timetable, waits for the last deliveries, and compares what each connection received with what
    /// was acknowledged.
    ///
    /// @param connections over which is published, one request at a time each
    public Outcome publish(Timetable timetable, int connections) {
        try (var publishers =
                new Publishers(target, Turns.of(shape.rooms(), timetable), connections, published, loop)) {
            loop.serve(publishers);
            publishers.pad(timetable.frame() > 0 ? padding(publishers, timetable.frame()) : timetable.padding());
            var run = new PublishingRun(
                    timetable, publishers, published, readers, companions, window, server, loop, watcher);
            return run.outcome();
        } finally {
            loop.serve(null);
        }
    }

    /// How much more a text has to have so that an event has this size: one is published and measured.
    private int padding(Publishers publishers, int frame) {
        long before = readers.tally().deliveries();
        long framesBefore = readers.tally().frames();
        long now = System.nanoTime();
        publishers.pad(0);
        publishers.keepTo(SECOND, now, now + 1);
        turnUntil(now + PROBE, () -> readers.tally().deliveries() > before && publishers.idle());
        long delivered = readers.tally().deliveries() - before;
        if (delivered == 0) {
            throw BenchFailure.wrong(
                    "the first message was not delivered within 10 s; it was answered: " + publishers.refusal());
        }
        long bytes = (readers.tally().frames() - framesBefore) / delivered;
        if (bytes > frame) {
            throw BenchFailure.cannotRun("an event of " + target.name() + " has " + bytes
                    + " bytes without any text, more than the " + frame + " asked for.");
        }
        return (int) (frame - bytes);
    }

    /// Lets those that were open and did not read at full speed come back where they were and read everything.
    public Returned comeBack(Duration most) {
        int hindered = readers.gatherHindered();
        int closed = readers.closedByServer();
        long begun = System.nanoTime();
        opened(readers::comeBack);
        turnUntil(begun + most.toNanos(), () -> readers.incompleteAfterReturn(published) == 0);
        return new Returned(
                hindered,
                closed,
                (System.nanoTime() - begun) / (double) SECOND,
                readers.incompleteAfterReturn(published),
                readers.hindered().findings());
    }

    private void turnUntil(long end, BooleanSupplier done) {
        while (System.nanoTime() < end && !done.getAsBoolean()) {
            turn(Math.min(end, System.nanoTime() + TURN));
        }
    }

    private void turn(long until) {
        try {
            loop.turn(until);
        } catch (IOException e) {
            throw BenchFailure.wrong("the selector broke: " + e.getMessage() + ".");
        }
    }

    @Override
    public void close() {
        companions.close();
        readers.close();
        loop.close();
    }
}
