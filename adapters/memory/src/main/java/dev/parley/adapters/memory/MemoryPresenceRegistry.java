package dev.parley.adapters.memory;

import dev.parley.kernel.NodeId;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import dev.parley.kernel.UserId;
import dev.parley.presence.Departure;
import dev.parley.presence.LeaveCause;
import dev.parley.presence.Occupancy;
import dev.parley.presence.PresencePage;
import dev.parley.presence.SessionChange;
import dev.parley.presence.SessionChange.Join;
import dev.parley.presence.SessionChange.Leave;
import dev.parley.presence.SessionChange.Rejoin;
import dev.parley.presence.SessionChange.Restore;
import dev.parley.presence.SessionEntry;
import dev.parley.presence.SessionKey;
import dev.parley.presence.SessionResult;
import dev.parley.presence.spi.PresenceRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The sessions of the nodes of one JVM: of a single box, of simulations, of tests.
public final class MemoryPresenceRegistry implements PresenceRegistry {

    /// Some 300 bytes each. Beyond it joins are refused, and only presence notices.
    static final int MOST_ENTRIES = 1_000_000;

    private record Place(RoomId room, SessionId session) {

        static Place of(SessionKey key) {
            return new Place(key.room(), key.session());
        }
    }

    private final InstantSource time;
    private final int most;
    private final Map<Place, HeldSession> sessions = new HashMap<>();
    /// The same by room.
    private final Map<RoomId, PresentRoom> rooms = new HashMap<>();
    /// Those in their grace or departing, which alone are looked through each second.
    private final Set<HeldSession> leaving = new HashSet<>();
    /// How many each node holds that are present and in no grace.
    private final Map<NodeId, Integer> nodes = new HashMap<>();

    private long flushes;

    public MemoryPresenceRegistry(InstantSource time) {
        this(time, MOST_ENTRIES);
    }

    MemoryPresenceRegistry(InstantSource time, int most) {
        this.time = time;
        this.most = most;
    }

    /// Forgets everything, as a registry that was flushed.
    public synchronized void flush() {
        sessions.clear();
        rooms.clear();
        leaving.clear();
        nodes.clear();
        flushes++;
    }

    @Override
    public synchronized List<SessionResult> apply(List<SessionChange> changes) {
        if (changes.size() > MOST_CHANGES) {
            throw new IllegalArgumentException("at most " + MOST_CHANGES + " changes at once");
        }
        return changes.stream().map(this::apply).toList();
    }

    private SessionResult apply(SessionChange change) {
        HeldSession held = sessions.get(Place.of(change.key()));
        return switch (change) {
            case Join join -> join(join, held);
            case Rejoin rejoin -> rejoin(rejoin, held);
            case Leave leave -> leave(leave, held);
            case Restore restore -> restore(restore, held);
        };
    }

    private SessionResult join(Join join, @Nullable HeldSession held) {
        long openedAt = time.millis() - join.age().toMillis();
        if (held == null || held.departing()) {
            return enter(join.entry(), openedAt);
        }
        if (held.under(join.key().epoch())) {
            return replace(held, join.entry(), held.openedAt());
        }
        // Nobody was opened in the future: the clock was set back.
        boolean younger = held.openedAt() > openedAt && held.openedAt() <= time.millis();
        return younger ? new SessionResult.Superseded() : replace(held, join.entry(), openedAt);
    }

    private SessionResult rejoin(Rejoin rejoin, @Nullable HeldSession held) {
        long openedAt = time.millis() - rejoin.age().toMillis();
        SessionEntry again = rejoin.entry().under(rejoin.spare());
        if (held == null || held.departing()) {
            return enter(again, openedAt);
        }
        if (held.under(rejoin.key().epoch()) || held.under(rejoin.spare())) {
            move(held, () -> held.stay(rejoin.entry().node()));
            leaving.remove(held);
            return new SessionResult.Present(held.entry.key().epoch());
        }
        return held.openedAt() + SessionChange.CERTAIN.toMillis() < openedAt
                ? replace(held, again, openedAt)
                : new SessionResult.Superseded();
    }

    private SessionResult replace(HeldSession held, SessionEntry entry, long openedAt) {
        NodeId before = held.entry.node();
        boolean elsewhere = held.here() && !before.equals(entry.node());
        take(held);
        put(new HeldSession(entry, openedAt));
        return new SessionResult.Present(entry.key().epoch(), elsewhere ? before : null);
    }

    private SessionResult leave(Leave leave, @Nullable HeldSession held) {
        if (held != null && held.entry.key().equals(leave.key())) {
            move(held, () -> held.leave(leave.cause(), time.millis(), leave.grace()));
            leaving.add(held);
        }
        return new SessionResult.Noted();
    }

    private SessionResult restore(Restore restore, @Nullable HeldSession held) {
        PresentRoom room = rooms.get(restore.key().room());
        if (held != null || (room != null && room.holds(restore.entry().user()))) {
            return new SessionResult.Noted();
        }
        SessionResult entered = enter(restore.entry(), time.millis());
        if (!(entered instanceof SessionResult.Present)) {
            return entered;
        }
        return leave(
                new Leave(restore.key(), LeaveCause.LEASE_EXPIRED, restore.grace()),
                sessions.get(Place.of(restore.key())));
    }

    private SessionResult enter(SessionEntry entry, long openedAt) {
        PresentRoom room = rooms.get(entry.key().room());
        if (room != null && room.departs(entry.user())) {
            return new SessionResult.Departing();
        }
        if (sessions.size() >= most) {
            return new SessionResult.Full();
        }
        put(new HeldSession(entry, openedAt));
        return new SessionResult.Present(entry.key().epoch());
    }

    /// Into a grace or out of it, or to another node.
    private void move(HeldSession held, Runnable move) {
        count(held, -1);
        move.run();
        count(held, 1);
    }

    private void count(HeldSession held, int more) {
        if (held.here()) {
            nodes.merge(held.entry.node(), more, (one, other) -> one + other == 0 ? null : one + other);
        }
    }

    private void put(HeldSession held) {
        count(held, 1);
        sessions.put(Place.of(held.entry.key()), held);
        rooms.computeIfAbsent(held.entry.key().room(), _ -> new PresentRoom()).add(held);
    }

    private void take(HeldSession held) {
        count(held, -1);
        sessions.remove(Place.of(held.entry.key()));
        leaving.remove(held);
        rooms.computeIfPresent(held.entry.key().room(), (_, room) -> room.remove(held) ? null : room);
    }

    @Override
    public synchronized Set<NodeId> nodes() {
        return Set.copyOf(nodes.keySet());
    }

    @Override
    public synchronized boolean orphan(NodeId node, Duration grace, int limit) {
        long now = time.millis();
        List<HeldSession> orphans = sessions.values().stream()
                .filter(held -> held.here() && held.entry.node().equals(node))
                .limit(limit)
                .toList();
        for (HeldSession orphan : orphans) {
            move(orphan, () -> orphan.leave(LeaveCause.LEASE_EXPIRED, now, grace));
            leaving.add(orphan);
        }
        return orphans.size() == limit;
    }

    @Override
    public synchronized List<Departure> departing(NodeId by, int limit, Duration claim) {
        long now = time.millis();
        List<HeldSession> due = leaving.stream()
                .filter(held -> held.due(now))
                .sorted(Comparator.comparingLong(HeldSession::leavesAt)
                        .thenComparing(held -> held.entry.key().epoch().value()))
                .limit(limit)
                .toList();
        var departures = new ArrayList<Departure>();
        for (HeldSession held : due) {
            Departure told = held.departure();
            departures.add(told == null ? depart(held) : told);
            held.claim(now + claim.toMillis());
        }
        return departures;
    }

    private Departure depart(HeldSession held) {
        PresentRoom room = rooms.get(held.entry.key().room());
        if (room == null) {
            throw new IllegalStateException("an entry is in its room");
        }
        return room.depart(held);
    }

    @Override
    public synchronized void remove(List<SessionKey> keys) {
        for (SessionKey key : keys) {
            HeldSession held = sessions.get(Place.of(key));
            if (held != null && held.departing() && held.entry.key().equals(key)) {
                take(held);
            }
        }
    }

    @Override
    public synchronized PresencePage page(RoomId room, @Nullable UserId after, int limit) {
        PresentRoom found = rooms.getOrDefault(room, new PresentRoom());
        var users = found.after(after == null ? "" : after.value(), limit + 1);
        boolean more = users.size() > limit;
        return new PresencePage(found.occupancy(time.millis()), more ? users.subList(0, limit) : users, more);
    }

    @Override
    public synchronized Map<RoomId, Occupancy> occupancy(Collection<RoomId> ids) {
        var found = new HashMap<RoomId, Occupancy>();
        for (RoomId id : ids) {
            found.put(id, rooms.getOrDefault(id, new PresentRoom()).occupancy(time.millis()));
        }
        return found;
    }

    @Override
    public synchronized Map<RoomId, Set<NodeId>> holders(Collection<RoomId> ids) {
        var found = new TreeMap<RoomId, Set<NodeId>>();
        for (RoomId id : ids) {
            PresentRoom room = rooms.get(id);
            if (room != null) {
                found.put(id, room.nodes());
            }
        }
        return found;
    }

    @Override
    public synchronized String generation() {
        return Long.toString(flushes);
    }
}
