package dev.parley.delivery;

import dev.parley.kernel.Clock;
import dev.parley.kernel.Event;
import dev.parley.kernel.Offload;
import dev.parley.kernel.Offload.Done;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import dev.parley.kernel.Timers;
import dev.parley.log.CommitListener;
import dev.parley.log.Retention;
import dev.parley.log.spi.RoomLog;
import dev.parley.room.spi.RoomReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The newest stretch of the log of each room that somebody reads through this node. A tail is in this map
/// before its log is read for the first time, and events are offered after their commit: whatever the read
/// does not show is offered.
///
/// What is told here (commits of this node, and what a bus brings) is a hint. Losing any of it costs time:
/// the next event shows the hole, and with head checks each second the log does. [#uncertain] looks at once
/// and again a little later, for a commit whose outcome is unknown may still happen.
///
/// Any thread. A tail stays for [#LINGER] after its last reader. Bounds are [TailSettings].
public final class Tails implements CommitListener {

    static final Duration LINGER = Duration.ofSeconds(30);
    private static final int READS_AT_A_TIME = 8;
    private static final Duration CHECK_EVERY = Duration.ofSeconds(1);
    private static final double CHECK_JITTER = 0.2;
    /// Takes in one query for as many rooms as the store takes.
    private static final int HEADS_AT_A_TIME = 2_000;

    private static final List<Duration> LOOK_AGAIN =
            List.of(Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofSeconds(15));

    private static final Logger log = LoggerFactory.getLogger(Tails.class);

    /// A tail and how many read it; changed only within the map's own atomic updates.
    private static final class Place {
        final Tail tail;
        int readers;
        long idleSince;
        /// Whether a look at it is due once it may have lingered long enough.
        boolean watched;

        Place(Tail tail) {
            this.tail = tail;
        }
    }

    private final RoomReader reader;
    private final Offload offload;
    private final Clock clock;
    private final Timers timers;
    private final RandomGenerator random;
    private final TailSettings settings;
    private final Tail.Parts parts;
    private final Pages pages;
    private final Map<RoomId, Place> places = new ConcurrentHashMap<>();

    /// @param offload for reading the log
    /// @param executor where a tail goes on when the thread that told it something has done its share
    /// @param random safe for use by several threads
    public Tails(
            RoomLog log,
            RoomReader reader,
            Offload offload,
            Clock clock,
            Timers timers,
            Executor executor,
            RandomGenerator random,
            TailSettings settings,
            StreamObserver observer) {
        this.reader = reader;
        this.offload = offload;
        this.clock = clock;
        this.timers = timers;
        this.random = random;
        this.settings = settings;
        var storeTime = new StoreTime(clock);
        this.parts = new Tail.Parts(
                log,
                new ReadGate(offload, READS_AT_A_TIME),
                clock,
                timers,
                executor,
                random,
                storeTime,
                new TailBudget(settings.maxBytes()),
                observer);
        this.pages = new Pages(log, offload, executor, storeTime, observer);
    }

    /// Begins the periodic checks; call once.
    public void start() {
        if (settings.headChecks()) {
            planHeadCheck();
        }
    }

    /// Rooms that have a tail now.
    public int size() {
        return places.size();
    }

    /// Bytes of events in all tails now.
    public long bytes() {
        return parts.budget().bytes();
    }

    Pages pages() {
        return pages;
    }

    StoreTime storeTime() {
        return parts.storeTime();
    }

    /// The tail of a room for one more reader, who gives it back with [#release]; null when there are too
    /// many.
    @Nullable
    Tail acquire(RoomId room) {
        if (places.size() >= settings.maxTails() && !places.containsKey(room) && !evictOne()) {
            return null;
        }
        Place place = places.compute(room, (_, known) -> {
            Place found = known == null ? new Place(new Tail(room, parts)) : known;
            found.readers++;
            return found;
        });
        if (place.tail.view() == null) {
            place.tail.known(_ -> {});
        }
        return place.tail;
    }

    void release(Tail tail) {
        places.computeIfPresent(tail.room(), (_, place) -> {
            if (place.tail == tail && --place.readers == 0) {
                place.idleSince = clock.nanos();
                watch(place, LINGER);
            }
            return place;
        });
    }

    /// One timer for each place, however often its readers come and go.
    private void watch(Place place, Duration delay) {
        if (!place.watched) {
            place.watched = true;
            timers.after(delay, () -> look(place));
        }
    }

    /// Only a tail that nobody has read for so long.
    private void look(Place idle) {
        places.computeIfPresent(idle.tail.room(), (_, place) -> {
            if (place != idle) {
                return place;
            }
            place.watched = false;
            if (place.readers > 0) {
                return place;
            }
            Duration left = LINGER.minusNanos(clock.nanos() - place.idleSince);
            if (left.isPositive()) {
                watch(place, left);
                return place;
            }
            return retire(place);
        });
    }

    private boolean evictOne() {
        for (Place candidate : places.values()) {
            if (candidate.readers == 0) {
                places.computeIfPresent(
                        candidate.tail.room(),
                        (_, place) -> place == candidate && place.readers == 0 ? retire(place) : place);
                return true;
            }
        }
        return false;
    }

    private static @Nullable Place retire(Place place) {
        place.tail.retire();
        return null;
    }

    @Override
    public void committed(RoomId room, Retention retention, List<Event> events) {
        committed(room, retention, events, Map.of());
    }

    @Override
    public void committed(RoomId room, Retention retention, List<Event> events, Map<Position, SessionId> publishers) {
        if (events.isEmpty()) {
            return;
        }
        parts.storeTime().heard(events.getLast().ts());
        Place place = places.get(room);
        if (place != null) {
            place.tail.offer(events.stream()
                    .map(event -> new TailEntry(event, publishers.get(event.position())))
                    .toList());
        }
    }

    @Override
    public void uncertain(RoomId room) {
        check(room);
        LOOK_AGAIN.forEach(later -> timers.after(later, () -> check(room)));
    }

    private void check(RoomId room) {
        Place place = places.get(room);
        if (place != null) {
            place.tail.check();
        }
    }

    private void planHeadCheck() {
        double spread = 1 + CHECK_JITTER * (2 * random.nextDouble() - 1);
        timers.after(Duration.ofNanos((long) (CHECK_EVERY.toNanos() * spread)), () -> headCheck(quiet()));
    }

    /// What is lower than the head noted here, before the query, went back.
    private List<Map.Entry<Tail, Position>> quiet() {
        long now = clock.nanos();
        List<Map.Entry<Tail, Position>> quiet = new ArrayList<>();
        for (Place place : places.values()) {
            TailView view = place.tail.view();
            if (view != null && now - place.tail.heardAt() >= CHECK_EVERY.toNanos()) {
                quiet.add(Map.entry(place.tail, view.head()));
            }
        }
        return quiet;
    }

    /// One query after the other, then the next round.
    private void headCheck(List<Map.Entry<Tail, Position>> quiet) {
        if (quiet.isEmpty()) {
            planHeadCheck();
            return;
        }
        int count = Math.min(HEADS_AT_A_TIME, quiet.size());
        Map<RoomId, Map.Entry<Tail, Position>> asked = new LinkedHashMap<>();
        quiet.subList(0, count).forEach(tail -> asked.put(tail.getKey().room(), tail));
        offload.run(() -> reader.heads(asked.keySet()), result -> {
            compare(asked, result);
            headCheck(quiet.subList(count, quiet.size()));
        });
    }

    private static void compare(
            Map<RoomId, Map.Entry<Tail, Position>> asked, Offload.Result<Map<RoomId, Position>> result) {
        switch (result) {
            case Offload.Failed<Map<RoomId, Position>>(var cause) ->
                log.warn("Heads could not be checked ({}); what other nodes append may be late", cause.toString());
            case Done<Map<RoomId, Position>>(var heads) ->
                asked.forEach((room, tail) -> tail.getKey().headSeen(tail.getValue(), heads.get(room)));
        }
    }
}
