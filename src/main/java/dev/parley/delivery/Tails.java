package dev.parley.delivery;

import dev.parley.fanout.Fanout;
import dev.parley.fanout.LocalRooms;
import dev.parley.kernel.Clock;
import dev.parley.kernel.Event;
import dev.parley.kernel.Offload;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import dev.parley.kernel.Tier;
import dev.parley.kernel.Timers;
import dev.parley.log.CommitListener;
import dev.parley.log.Retention;
import dev.parley.log.spi.RoomLog;
import dev.parley.room.spi.RoomReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// The newest stretch of the log of each room that somebody reads through this node. A tail is in this map,
/// and what other nodes commit in its room is heard, before its log is read for the first time; events are
/// offered after their commit: whatever the read does not show is offered.
///
/// What is told here (commits of this node, and what a bus brings) is a hint. Losing any of it costs time:
/// the next event shows the hole, and with head checks each second the log does. [#uncertain] looks at once
/// and again a little later, for a commit whose outcome is unknown may still happen.
///
/// Any thread. A tail stays for [#LINGER] after its last reader. Bounds are [TailSettings].
public final class Tails implements CommitListener, LocalRooms {

    static final Duration LINGER = Duration.ofSeconds(30);
    private static final int READS_AT_A_TIME = 8;
    private static final Duration CHECK_EVERY = Duration.ofSeconds(1);
    private static final double CHECK_JITTER = 0.2;
    private static final List<Duration> LOOK_AGAIN =
            List.of(Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofSeconds(15));

    /// A tail and how many read it; changed only within the map's own atomic updates.
    private static final class Place {
        final Tail tail;
        int readers;
        long idleSince;
        /// Whether a look at it is due once it may have lingered long enough.
        boolean watched;
        boolean retired;

        Place(Tail tail) {
            this.tail = tail;
        }
    }

    private final Clock clock;
    private final Timers timers;
    private final RandomGenerator random;
    private final TailSettings settings;
    private final Tail.Parts parts;
    private final DeliveryBudget budget;
    private final Pages pages;
    private final Fanout fanout;
    private final HeadChecks headChecks;
    private final BudgetKeeper keeper;
    private final Map<RoomId, Place> places = new ConcurrentHashMap<>();

    /// Of a node that is alone.
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
        this(log, reader, offload, clock, timers, executor, random, settings, observer, Fanout.LOCAL);
    }

    /// @param offload for reading the log
    /// @param executor where a tail goes on when the thread that told it something has done its share
    /// @param random safe for use by several threads
    /// @param fanout not started yet
    public Tails(
            RoomLog log,
            RoomReader reader,
            Offload offload,
            Clock clock,
            Timers timers,
            Executor executor,
            RandomGenerator random,
            TailSettings settings,
            StreamObserver observer,
            Fanout fanout) {
        this.fanout = fanout;
        this.clock = clock;
        this.timers = timers;
        this.random = random;
        this.settings = settings;
        var storeTime = new StoreTime(clock);
        this.budget = new DeliveryBudget(settings.maxBytes());
        this.parts = new Tail.Parts(
                log,
                new ReadGate(offload, READS_AT_A_TIME),
                clock,
                timers,
                executor,
                random,
                storeTime,
                budget,
                observer);
        this.pages = new Pages(log, offload, executor, storeTime, budget, observer);
        this.keeper = new BudgetKeeper(budget, this::leastUsedFirst, pages, executor, timers);
        this.headChecks = new HeadChecks(reader, offload, timers, random, this::tail);
    }

    /// Begins to hear of other nodes, and the periodic checks; call once.
    public void start() {
        fanout.start(this);
        if (settings.headChecks()) {
            planHeadCheck();
        }
    }

    /// Rooms that have a tail now.
    public int size() {
        return places.size();
    }

    /// What this node holds in memory for its rooms and connections.
    public DeliveryBudget budget() {
        return budget;
    }

    BudgetKeeper keeper() {
        return keeper;
    }

    private record Use(Tail tail, boolean read, long heardAt) {}

    /// First those that nobody reads, then those that have been silent longest.
    private List<Tail> leastUsedFirst() {
        List<Use> uses = new ArrayList<>();
        for (Place place : places.values()) {
            uses.add(new Use(place.tail, place.readers > 0, place.tail.heardAt()));
        }
        uses.sort(Comparator.comparing(Use::read).thenComparingLong(Use::heardAt));
        return uses.stream().map(Use::tail).toList();
    }

    Pages pages() {
        return pages;
    }

    long nanos() {
        return clock.nanos();
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
        boolean[] fresh = {false};
        Place place = places.compute(room, (_, known) -> {
            fresh[0] = known == null;
            Place found = known == null ? new Place(new Tail(room, parts)) : known;
            found.readers++;
            return found;
        });
        if (fresh[0]) {
            fanout.join(room, _ -> place.tail.activate());
        }
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
        leaveIfRetired(idle);
    }

    private boolean evictOne() {
        for (Place candidate : places.values()) {
            if (candidate.readers == 0) {
                places.computeIfPresent(
                        candidate.tail.room(),
                        (_, place) -> place == candidate && place.readers == 0 ? retire(place) : place);
                leaveIfRetired(candidate);
                return true;
            }
        }
        return false;
    }

    private static @Nullable Place retire(Place place) {
        place.retired = true;
        place.tail.retire();
        return null;
    }

    /// Not within the map's update: the fanout looks into the map.
    private void leaveIfRetired(Place place) {
        if (place.retired) {
            fanout.left(place.tail.room());
        }
    }

    @Override
    public void committed(RoomId room, Retention retention, List<Event> events) {
        committed(room, retention, events, Map.of());
    }

    @Override
    public void committed(RoomId room, Retention retention, List<Event> events, Map<Position, SessionId> publishers) {
        heard(room, events, publishers);
    }

    @Override
    public void heard(RoomId room, List<Event> events, Map<Position, SessionId> publishers) {
        if (events.isEmpty()) {
            return;
        }
        parts.storeTime().heard(events.getLast().ts());
        Tail tail = tail(room);
        if (tail != null) {
            tail.offer(events.stream()
                    .map(event -> new TailEntry(event, publishers.get(event.position())))
                    .toList());
        }
    }

    @Override
    public void uncertain(RoomId room) {
        check(room);
        LOOK_AGAIN.forEach(later -> timers.after(later, () -> check(room)));
    }

    /// Events that readers of this room on this node were told are left out because they fall behind, by
    /// tier, summed over the readers, since the room's tail is here; empty when it is not.
    public Map<Tier, Long> shed(RoomId room) {
        Tail tail = tail(room);
        return tail == null ? Map.of() : tail.shed();
    }

    private void check(RoomId room) {
        Tail tail = tail(room);
        if (tail != null) {
            tail.check();
        }
    }

    /// The newest stretch of a room's log as far as it is here.
    @Nullable
    TailView view(RoomId room) {
        Tail tail = tail(room);
        return tail == null ? null : tail.view();
    }

    private @Nullable Tail tail(RoomId room) {
        Place place = places.get(room);
        return place == null ? null : place.tail;
    }

    @Override
    public Collection<RoomId> rooms() {
        return List.copyOf(places.keySet());
    }

    @Override
    public boolean reads(RoomId room) {
        return places.containsKey(room);
    }

    @Override
    public void heardOf(RoomId room, Position position) {
        Tail tail = tail(room);
        if (tail != null) {
            tail.heardOf(position);
        }
    }

    @Override
    public void check(Collection<RoomId> rooms) {
        headChecks.soon(rooms);
    }

    private void planHeadCheck() {
        double spread = 1 + CHECK_JITTER * (2 * random.nextDouble() - 1);
        timers.after(Duration.ofNanos((long) (CHECK_EVERY.toNanos() * spread)), () -> headCheck(quiet()));
    }

    /// What is lower than the head noted here, before the query, went back.
    private List<Map.Entry<Tail, Position>> quiet() {
        long now = clock.nanos();
        boolean all = !fanout.hearing();
        List<Map.Entry<Tail, Position>> quiet = new ArrayList<>();
        for (Place place : places.values()) {
            TailView view = place.tail.view();
            if (view != null && (all || now - place.tail.heardAt() >= CHECK_EVERY.toNanos())) {
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
        int count = Math.min(HeadChecks.AT_A_TIME, quiet.size());
        Map<Tail, Position> asked = new LinkedHashMap<>();
        quiet.subList(0, count).forEach(tail -> asked.put(tail.getKey(), tail.getValue()));
        headChecks.compare(asked, () -> headCheck(quiet.subList(count, quiet.size())));
    }
}
