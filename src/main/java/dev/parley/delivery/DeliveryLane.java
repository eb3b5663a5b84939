package dev.parley.delivery;

import dev.parley.delivery.Notice.CloseReason;
import dev.parley.delivery.spi.Framing;
import dev.parley.delivery.spi.LaneExecutor;
import dev.parley.delivery.spi.PassBuffers;
import dev.parley.kernel.Offload.Done;
import dev.parley.kernel.Offload.Failed;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Signal;
import dev.parley.log.Overflow;
import dev.parley.room.RoomRules;
import dev.parley.room.RoomState;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The streams of one loop. Whatever happens to them happens here, one task at a time. Tails that moved put
/// their feed into the queue and wake the lane unless it is awake: one wake-up for all that came meanwhile. A
/// round then serves streams: of each room that moved in a pass, then those that are served by themselves.
/// After a slice of both the loop gets to its reads first, and who had a slice goes behind those who wait.
final class DeliveryLane {

    /// What those who were sent away may still hold, uncounted, before others follow.
    private static final long MOST_LEAVING = 8 << 20;

    private final LaneExecutor executor;
    private final Streams streams;
    private final Map<RoomId, RoomFeed> feeds = new HashMap<>();
    private final List<Stream> all = new ArrayList<>();
    private final Queue<RoomFeed> moved = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean awake = new AtomicBoolean();
    private final Queue<RoomFeed> passes = new ArrayDeque<>();
    private final Queue<Stream> ready = new ArrayDeque<>();
    /// The wheel has come round to them; at most all streams, and those that became due once more meanwhile.
    private final Queue<Stream> due = new ArrayDeque<>();
    private final SignalAskers signals = new SignalAskers();
    private final SignalPasses signalPasses = new SignalPasses();
    private final CatchUps catchUps;
    private final LanePins pins;
    private final Wheel wheel;
    private boolean turning;
    private boolean inRound;
    private int delivered;
    private int replayed;

    DeliveryLane(LaneExecutor executor, Streams streams) {
        this.executor = executor;
        this.streams = streams;
        this.pins = streams.tails().budget().lane();
        this.catchUps = new CatchUps(this, streams);
        this.wheel = new Wheel(streams.clock().nanos());
    }

    /// Any thread.
    void execute(Runnable task) {
        executor.execute(task);
    }

    void after(Duration delay, Runnable task) {
        executor.after(delay, task);
    }

    Streams streams() {
        return streams;
    }

    CatchUps catchUps() {
        return catchUps;
    }

    LanePins pins() {
        return pins;
    }

    /// Bytes that the node may still pin.
    long roomToPin() {
        return streams.tails().budget().roomToPin();
    }

    /// Bytes of buffers that its streams have not taken completely. Any thread.
    long pinned() {
        return pins.bytes();
    }

    /// Sends away those without whom most would be free, until no more than this is pinned, at most a slice
    /// of them at a time.
    void relieve(long most) {
        List<Pinning> pinning = new ArrayList<>();
        for (Stream stream : all) {
            int share = stream.share();
            if (share > 0) {
                pinning.add(new Pinning(stream, share));
            }
        }
        pinning.sort(Comparator.comparingInt(Pinning::share).reversed());
        int left = settings().slice();
        for (Pinning next : pinning) {
            if (pins.bytes() <= most || pins.leaving() >= MOST_LEAVING || left-- == 0) {
                return;
            }
            guarded(next.stream(), Stream::sendAwayForWhatItPins);
        }
    }

    private record Pinning(Stream stream, int share) {}

    Framing framing() {
        return streams.framing();
    }

    PassBuffers buffers() {
        return streams.buffers();
    }

    RoomRules rules() {
        return streams.rules();
    }

    StreamSettings settings() {
        return streams.settings();
    }

    long now() {
        return streams.clock().nanos();
    }

    long storeNow() {
        return streams.tails().storeTime().now();
    }

    Audience audience(RoomId room) {
        RoomFeed feed = feeds.get(room);
        return feed == null ? Audience.NONE : feed.audience();
    }

    /// Any thread.
    void moved(RoomFeed feed) {
        moved.add(feed);
        wake();
    }

    private void wake() {
        if (awake.compareAndSet(false, true)) {
            executor.execute(this::round);
        }
    }

    /// A round looks by itself whether there is more to do.
    private void wakeForMore() {
        if (!inRound) {
            wake();
        }
    }

    /// The stream has something to do in the next round.
    void ready(Stream stream) {
        if (!stream.queued) {
            stream.queued = true;
            ready.add(stream);
            wakeForMore();
        }
    }

    /// The room has something for all its streams.
    void pass(RoomFeed feed) {
        passes.add(feed);
        wakeForMore();
    }

    /// The same, after a rest.
    void rest(RoomFeed feed, Duration rest) {
        executor.after(rest, () -> pass(feed));
    }

    private void round() {
        awake.set(false);
        inRound = true;
        try {
            for (RoomFeed feed = moved.poll(); feed != null; feed = moved.poll()) {
                feed.heard();
            }
            servePasses();
            serveReady();
            signalPasses.serve(settings().slice(), !ready.isEmpty() || !passes.isEmpty(), now());
            tellCounts();
        } finally {
            inRound = false;
        }
        if (!ready.isEmpty() || !passes.isEmpty() || !signalPasses.none()) {
            wake();
        }
    }

    private void servePasses() {
        long now = now();
        int left = settings().slice();
        for (int rooms = passes.size(); rooms > 0 && left > 0; rooms--) {
            RoomFeed feed = passes.remove();
            left -= feed.serve(left, now);
            if (feed.wantsMore()) {
                passes.add(feed);
            }
        }
    }

    private void serveReady() {
        for (int served = 0; served < settings().slice() && !ready.isEmpty(); served++) {
            Stream stream = ready.remove();
            stream.queued = false;
            guarded(stream, Stream::serve);
        }
    }

    /// What goes wrong with one stream ends this one: its client comes back with its cursor, and the others
    /// go on.
    private static void guarded(Stream stream, Consumer<Stream> task) {
        try {
            task.accept(stream);
        } catch (RuntimeException | OutOfMemoryError thrown) {
            stream.fail(thrown);
        }
    }

    /// Written to streams, of which so many while they caught up.
    void count(int events, int replays) {
        delivered += events;
        replayed += replays;
    }

    private void tellCounts() {
        if (delivered > 0) {
            streams.observer().delivered(delivered, replayed);
            delivered = 0;
            replayed = 0;
        }
    }

    void add(Stream stream) {
        stream.index = all.size();
        all.add(stream);
        if (!turning) {
            turning = true;
            wheel.skipTo(now());
            executor.after(Wheel.TICK, this::turn);
        }
    }

    void remove(Stream stream) {
        Stream last = all.removeLast();
        if (last != stream) {
            last.index = stream.index;
            all.set(last.index, last);
        }
    }

    List<Stream> all() {
        return List.copyOf(all);
    }

    void join(RoomCursor cursor) {
        streams.attendance().came(cursor.room(), cursor.stream());
        feeds.computeIfAbsent(cursor.room(), _ -> new RoomFeed(this, cursor.tail()))
                .add(cursor);
    }

    void leave(RoomCursor cursor) {
        leave(cursor, null);
    }

    /// @param reason why the server ended it
    void leave(RoomCursor cursor, @Nullable CloseReason reason) {
        streams.attendance().went(cursor.room(), cursor.stream(), reason);
        if (signals.remove(cursor)) {
            streams.signalRooms().remove(cursor.room());
        }
        RoomFeed feed = feeds.get(cursor.room());
        if (feed != null && feed.remove(cursor)) {
            feeds.remove(cursor.room());
        }
        streams.tails().release(cursor.tail());
    }

    /// It is told these signals of its room until it leaves.
    void ask(RoomCursor cursor, Signals wants) {
        if (!wants.none() && !cursor.closed()) {
            signals.add(cursor, wants);
            streams.signalRooms().add(cursor.room());
        }
    }

    /// Any thread.
    void tell(List<RoomSignal> told) {
        execute(() -> told.forEach(signals::tell));
    }

    /// Any thread.
    ///
    /// @param done told once all who read the room here have been told, or are behind
    void signal(RoomId room, List<Signal> told, Runnable done) {
        execute(() -> {
            RoomFeed feed = feeds.get(room);
            if (feed == null) {
                done.run();
            } else {
                signalPasses.add(feed, new SignalFrames(room, told, framing(), buffers()), done, now());
                wakeForMore();
            }
        });
    }

    /// What becomes of the cursor if it falls behind.
    Overflow overflow(RoomCursor cursor) {
        RoomFeed feed = feeds.get(cursor.room());
        return feed == null ? Overflow.CATCH_UP : feed.overflow();
    }

    /// The reader's rights have changed.
    void decideAgain(RoomCursor cursor) {
        RoomFeed feed = feeds.get(cursor.room());
        if (feed != null) {
            feed.decideAgain(cursor);
        }
    }

    void plan(Stream stream, long at) {
        wheel.plan(stream, at);
    }

    private void turn() {
        feeds.values().forEach(RoomFeed::checkAccess);
        boolean underWay = !due.isEmpty();
        due.addAll(wheel.turn(now()));
        if (!underWay) {
            serveDue();
        }
        if (all.isEmpty()) {
            turning = false;
        } else {
            executor.after(Wheel.TICK, this::turn);
        }
    }

    /// A slice of them, then the loop gets to its reads: streams that were written to together are due
    /// together.
    private void serveDue() {
        for (int served = 0; served < settings().slice() && !due.isEmpty(); served++) {
            guarded(due.remove(), Stream::tick);
        }
        tellCounts();
        if (!due.isEmpty()) {
            executor.execute(this::serveDue);
        }
    }

    void askRules(RoomFeed feed) {
        rules().fresh(
                        feed.room(),
                        result -> execute(() -> {
                            switch (result) {
                                case Done<Optional<RoomState>>(var state) -> feed.rules(state.orElse(null));
                                case Failed<Optional<RoomState>> _ -> feed.rulesUnknown();
                            }
                        }));
    }
}
