package dev.parley.bench.live;

import dev.parley.bench.BenchFailure;
import dev.parley.bench.peer.ParleyLive;
import dev.parley.bench.stream.Connected;
import dev.parley.bench.stream.Loop;
import dev.parley.bench.stream.SendTogether;
import dev.parley.bench.stream.Sending;
import dev.parley.bench.stream.ServerFigures;
import dev.parley.bench.stream.Shape;
import dev.parley.bench.stream.SourceAddresses;
import dev.parley.kernel.Tier;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/// Lets viewers watch a live room, floods it, lets the slow ones come back, and adds up: [#connect] and [#run], in this
/// order. All of it happens on the calling thread.
public final class LiveLoad implements AutoCloseable {

    private static final long SECOND = 1_000_000_000L;
    private static final long TURN = 100_000_000L;
    private static final long BEFORE_BEGIN = 50_000_000L;
    /// So long nothing may be opened before the opening counts as stuck.
    private static final long STUCK = 30 * SECOND;
    private static final long MOST_CATCHING_UP = 60 * SECOND;
    private static final long MOST_APPLAUSE = 2 * SECOND;
    private static final long MOST_LISTENING = 5 * SECOND;

    private final Shape shape;
    private final Flood flood;
    private final ServerFigures server;
    private final Consumer<String> watcher;
    private final Loop loop = new Loop();
    private final Viewers viewers;
    private final Sources sources;
    private final Pulls pulls;
    private final Sending sending;
    private final TierSeconds seconds;

    private double cameBackSeconds;

    /// @param mode push, or notify with so many connections that pull
    public LiveLoad(
            ParleyLive room,
            Mode mode,
            Shape shape,
            Flood flood,
            SourceAddresses addresses,
            ServerFigures server,
            Consumer<String> watcher) {
        this.shape = shape;
        this.flood = flood;
        this.server = server;
        this.watcher = watcher;
        this.pulls = new Pulls(room, mode.pullers(), loop);
        this.viewers = new Viewers(room, mode.query(), shape, loop, addresses, pulls);
        this.sources = new Sources(room, flood, loop);
        List<Sending> all = new ArrayList<>(sources.requests());
        all.add(pulls);
        this.sending = new SendTogether(all);
        this.seconds = new TierSeconds(viewers.tally(), server, loop, watcher);
        loop.serve(sending);
    }

    /// Opens the streams of all viewers as fast as the burst allows.
    public Connected connect() {
        double resident = server.residentBytes();
        double cpu = server.cpuSeconds();
        long begun = System.nanoTime();
        opened(viewers::open);
        double length = (System.nanoTime() - begun) / (double) SECOND;
        turnUntil(System.nanoTime() + SECOND, () -> false);
        return new Connected(
                viewers.isOpenNow(),
                viewers.dead(),
                viewers.firstReason(),
                length,
                (server.cpuSeconds() - cpu) * 1e6 / shape.connections(),
                resident,
                server.residentBytes());
    }

    /// Turns until everything that is asked for is open or has failed.
    private void opened(BooleanSupplier all) {
        long moved = System.nanoTime();
        int last = -1;
        while (!all.getAsBoolean()) {
            turn(System.nanoTime() + TURN);
            int settled = viewers.isOpenNow() + viewers.dead();
            if (settled != last) {
                last = settled;
                moved = System.nanoTime();
            } else if (System.nanoTime() - moved > STUCK) {
                throw BenchFailure.wrong("after %,d viewers the server takes no more; the first that failed: %s."
                        .formatted(viewers.isOpenNow(), viewers.firstReason()));
            }
        }
    }

    public LiveOutcome run() {
        long begin = System.nanoTime() + BEFORE_BEGIN;
        long from = begin + flood.warmUp().toNanos();
        long to = from + flood.length().toNanos();
        viewers.tally().count(from, to);
        sources.flood(begin, to);
        turnUntil(from, () -> false);
        double cpu = server.cpuSeconds();
        long busy = loop.busyNanos();
        turnUntil(to, () -> false);
        cpu = server.cpuSeconds() - cpu;
        busy = loop.busyNanos() - busy;
        sources.stop();
        turnUntil(
                to + flood.drain().toNanos(),
                () -> sending.idle() && complete(viewers.keepingUp().toList()));
        turnUntil(System.nanoTime() + SECOND, () -> hearts().fewer() == 0);
        Sum hearts = hearts();
        comeBack();
        applaud();
        double length = (to - from) / (double) SECOND;
        return outcome(length, cpu, busy / (length * SECOND), hearts);
    }

    private Sum hearts() {
        return Sum.of(sources.hearts(), viewers.keepingUp().toList(), Viewer::hearts);
    }

    private boolean complete(List<Viewer> some) {
        return some.stream().allMatch(viewer -> viewer.account().complete(sources.accepted()));
    }

    /// The slow ones go on at full speed where they were, over new connections.
    private void comeBack() {
        if (viewers.gatherSlow() == 0) {
            return;
        }
        watcher.accept("those that read slowly come back");
        long begun = System.nanoTime();
        opened(viewers::comeBack);
        turnUntil(begun + MOST_CATCHING_UP, () -> complete(viewers.slow()));
        cameBackSeconds = (System.nanoTime() - begun) / (double) SECOND;
    }

    /// Nobody is behind any more, so what is added up now has no excuse.
    private void applaud() {
        if (flood.hearts() == 0) {
            return;
        }
        watcher.accept("applause");
        long begin = System.nanoTime() + BEFORE_BEGIN;
        long end = begin + Math.min(MOST_APPLAUSE, flood.length().toNanos());
        sources.applaud(begin, end);
        turnUntil(end, () -> false);
        turnUntil(
                end + MOST_LISTENING,
                () -> sending.idle()
                        && Sum.of(sources.applause(), viewers.all(), Viewer::applause)
                                        .fewer()
                                == 0);
    }

    private LiveOutcome outcome(double length, double cpuSeconds, double busy, Sum hearts) {
        Accepted accepted = sources.accepted();
        return new LiveOutcome(
                length,
                cpuSeconds * 1e6,
                busy,
                latencies(),
                accepted.counts(),
                sources.sent(),
                Viewing.of(viewers.keepingUp().toList(), accepted),
                Viewing.of(viewers.slow(), accepted),
                viewers.slowClosed(),
                cameBackSeconds,
                hearts,
                Sum.of(sources.applause(), viewers.all(), Viewer::applause),
                Heard.of(viewers.all()),
                viewers.all().stream().mapToLong(Viewer::notifies).sum(),
                pulls.sent(),
                viewers.dead(),
                viewers.firstReason(),
                seconds.points());
    }

    private Map<Tier, Histogram> latencies() {
        Map<Tier, Histogram> latencies = new EnumMap<>(Tier.class);
        for (Tier tier : Tier.values()) {
            latencies.put(tier, viewers.tally().latency(tier));
        }
        return latencies;
    }

    private void turnUntil(long end, BooleanSupplier done) {
        while (System.nanoTime() < end && !done.getAsBoolean()) {
            turn(Math.min(end, Math.min(seconds.next(), System.nanoTime() + TURN)));
        }
    }

    private void turn(long until) {
        try {
            loop.turn(until);
            if (seconds.tick()) {
                viewers.sip();
            }
        } catch (IOException e) {
            throw BenchFailure.wrong("the selector broke: " + e.getMessage() + ".");
        }
    }

    @Override
    public void close() {
        loop.serve(null);
        viewers.close();
        sources.close();
        pulls.close();
        loop.close();
    }
}
