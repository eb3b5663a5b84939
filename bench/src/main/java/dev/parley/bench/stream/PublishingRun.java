package dev.parley.bench.stream;

import dev.parley.bench.BenchFailure;
import java.io.IOException;
import java.util.function.Consumer;

/// One run by a timetable: warm-up, window, the last deliveries.
final class PublishingRun {

    private static final double NANOS = 1e9;
    private static final long BEFORE_BEGIN = 50_000_000L;
    /// How often it is looked whether everything has arrived.
    private static final long LOOK = 100_000_000L;

    private final Timetable timetable;
    private final Publishers publishers;
    private final Published published;
    private final Readers readers;
    private final Companions companions;
    private final Window window;
    private final ServerFigures server;
    private final Loop loop;
    private final Seconds seconds;
    private final int rooms;

    private double cpuBegin;
    private double cpuEnd;
    private long busyBegin;
    private long busyEnd;
    private long acknowledgedBefore;

    PublishingRun(
            Timetable timetable,
            Publishers publishers,
            Published published,
            Readers readers,
            Companions companions,
            Window window,
            ServerFigures server,
            Loop loop,
            Consumer<String> watcher) {
        this.timetable = timetable;
        this.publishers = publishers;
        this.published = published;
        this.readers = readers;
        this.companions = companions;
        this.window = window;
        this.server = server;
        this.loop = loop;
        this.rooms = readers.rooms();
        this.seconds = new Seconds(readers.tally(), companions, window, server, loop, watcher);
    }

    Outcome outcome() {
        acknowledgedBefore = published.count();
        long bytes = loop.receivedBytes();
        long reads = loop.reads();
        long begin = System.nanoTime() + BEFORE_BEGIN;
        long from = begin + timetable.warmUp().toNanos();
        long to = from + timetable.length().toNanos();
        window.set(from, to);
        companions.window(from, to);
        publishers.keepTo(timetable.wholeRate(), begin, to);
        turnUntil(from);
        cpuBegin = server.cpuSeconds();
        busyBegin = loop.busyNanos();
        turnUntil(to);
        cpuEnd = server.cpuSeconds();
        busyEnd = loop.busyNanos();
        drain(to + timetable.drain().toNanos());
        return outcome((to - from) / NANOS, loop.receivedBytes() - bytes, loop.reads() - reads, publishers.owed(to));
    }

    private Outcome outcome(double length, long bytes, long reads, long owed) {
        return new Outcome(
                readers.tally().findings().plus(companions.findings()),
                readers.hindered().findings(),
                readers.crowd().findings(),
                length,
                (cpuEnd - cpuBegin) * 1e6,
                Math.max(companions.busy(), (busyEnd - busyBegin) / (length * NANOS)),
                bytes + companions.bytes(),
                reads + companions.reads(),
                publishers.sent(),
                owed,
                published.count() - acknowledgedBefore,
                publishers.refused(),
                publishers.refusal(),
                publishers.latestMillis(),
                readers.incomplete(published) + companions.incomplete(),
                readers.dead() + companions.dead(),
                readers.firstReason() + companions.firstReason(),
                seconds.points());
    }

    private void drain(long end) {
        while (System.nanoTime() < end && !(publishers.idle() && readers.incomplete(published) == 0)) {
            turnUntil(Math.min(end, System.nanoTime() + LOOK));
        }
        companions.finish(published, rooms, timetable.drain());
        while (!companions.haveFinished()) {
            turnUntil(System.nanoTime() + LOOK);
        }
    }

    private void turnUntil(long end) {
        try {
            while (System.nanoTime() < end) {
                loop.turn(Math.min(end, seconds.next()));
                if (seconds.tick()) {
                    readers.sip();
                }
            }
        } catch (IOException e) {
            throw BenchFailure.wrong("the selector broke: " + e.getMessage() + ".");
        }
    }
}
