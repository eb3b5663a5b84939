package dev.parley.log;

import dev.parley.kernel.Clock;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Tier;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// What became of the messages that this node was handed, by room and tier: how many are in the log, how
/// many each limit refused, since this node counts the room. Any thread.
///
/// At most [#MAX_ROOMS] rooms, a KiB each; beyond that a room that was silent for [#WINDOW] makes place when one is
/// among the next [#LOOKED_AT], otherwise the last of these, and is counted from zero when it is heard of again.
public final class RoomTraffic {

    /// Rates are told over this long.
    public static final Duration WINDOW = Duration.ofSeconds(10);

    static final int MAX_ROOMS = 4_096;

    static final int LOOKED_AT = 16;

    private static final int SLOTS = (int) WINDOW.toSeconds();
    private static final int TIERS = Tier.values().length;
    private static final int QUOTAS = Quota.values().length;

    /// @param total since the node counts the room
    /// @param recent of these in the last [#WINDOW]
    public record Count(long total, long recent) {

        public static final Count ZERO = new Count(0, 0);

        public double perSecond() {
            return recent / (double) WINDOW.toSeconds();
        }
    }

    /// @param refused by the limit that refused; limits that refused nothing are there too
    public record Traffic(Map<Tier, Count> taken, Map<Quota, Map<Tier, Long>> refused) {}

    /// Totals and, in a ring of seconds, what was recent. A slot is begun anew by the first who comes in
    /// its second.
    private static final class Room {
        final AtomicLongArray taken = new AtomicLongArray(TIERS);
        final AtomicLongArray refused = new AtomicLongArray(QUOTAS * TIERS);
        final AtomicLongArray seconds = new AtomicLongArray(SLOTS);
        final AtomicLongArray recent = new AtomicLongArray(SLOTS * TIERS);
        volatile long usedAt;

        void take(Tier tier, long second) {
            taken.incrementAndGet(tier.ordinal());
            int slot = (int) Math.floorMod(second, (long) SLOTS);
            long of = seconds.get(slot);
            if (of != second && seconds.compareAndSet(slot, of, second)) {
                for (int i = 0; i < TIERS; i++) {
                    recent.set(slot * TIERS + i, 0);
                }
            }
            recent.incrementAndGet(slot * TIERS + tier.ordinal());
            usedAt = second;
        }

        Count taken(Tier tier, long second) {
            long sum = 0;
            for (int slot = 0; slot < SLOTS; slot++) {
                long age = second - seconds.get(slot);
                sum += age >= 0 && age < SLOTS ? recent.get(slot * TIERS + tier.ordinal()) : 0;
            }
            return new Count(taken.get(tier.ordinal()), sum);
        }
    }

    private final Clock clock;
    private final Map<RoomId, Room> rooms = new ConcurrentHashMap<>();

    /// Where the search for a silent room goes on; null while one is under way.
    private final AtomicReference<@Nullable Iterator<Map.Entry<RoomId, Room>>> hand = new AtomicReference<>();

    public RoomTraffic(Clock clock) {
        this.clock = clock;
    }

    /// A message is in the log for the first time.
    public void taken(RoomId room, Tier tier) {
        long second = second();
        room(room).take(tier, second);
    }

    /// A message was refused by a limit.
    public void overLimit(RoomId room, Tier tier, Quota quota) {
        Room counted = room(room);
        counted.refused.incrementAndGet(quota.ordinal() * TIERS + tier.ordinal());
        counted.usedAt = second();
    }

    /// Counts what lanes do, and nothing else of it.
    public AppendObserver observer() {
        return new AppendObserver() {
            @Override
            public void taken(RoomId room, Tier tier) {
                RoomTraffic.this.taken(room, tier);
            }

            @Override
            public void overLimit(RoomId room, Tier tier, Quota quota) {
                RoomTraffic.this.overLimit(room, tier, quota);
            }
        };
    }

    /// All zero for a room of which nothing is known.
    public Traffic of(RoomId id) {
        Room room = rooms.get(id);
        long second = second();
        Map<Tier, Count> taken = new EnumMap<>(Tier.class);
        Map<Quota, Map<Tier, Long>> refused = new EnumMap<>(Quota.class);
        for (Tier tier : Tier.values()) {
            taken.put(tier, room == null ? Count.ZERO : room.taken(tier, second));
        }
        for (Quota quota : Quota.values()) {
            Map<Tier, Long> byTier = new EnumMap<>(Tier.class);
            for (Tier tier : Tier.values()) {
                int index = quota.ordinal() * TIERS + tier.ordinal();
                byTier.put(tier, room == null ? 0L : room.refused.get(index));
            }
            refused.put(quota, byTier);
        }
        return new Traffic(taken, refused);
    }

    int rooms() {
        return rooms.size();
    }

    private long second() {
        return Math.floorDiv(clock.nanos(), 1_000_000_000L);
    }

    private Room room(RoomId id) {
        Room known = rooms.get(id);
        if (known != null) {
            return known;
        }
        if (rooms.size() >= MAX_ROOMS) {
            makePlace();
        }
        return rooms.computeIfAbsent(id, _ -> newRoom());
    }

    private Room newRoom() {
        var room = new Room();
        long second = second();
        for (int slot = 0; slot < SLOTS; slot++) {
            room.seconds.set(slot, second - SLOTS);
        }
        room.usedAt = second;
        return room;
    }

    /// Goes on where the last look ended, so that all rooms come to be looked at and no message pays for a walk over
    /// them.
    private void makePlace() {
        Iterator<Map.Entry<RoomId, Room>> next = hand.getAndSet(null);
        if (next == null || !next.hasNext()) {
            next = rooms.entrySet().iterator();
        }
        long second = second();
        RoomId victim = null;
        boolean silent = false;
        for (int looked = 0; looked < LOOKED_AT && !silent && next.hasNext(); looked++) {
            Map.Entry<RoomId, Room> entry = next.next();
            victim = entry.getKey();
            silent = second - entry.getValue().usedAt > SLOTS;
        }
        hand.set(next);
        if (victim != null) {
            rooms.remove(victim);
        }
    }
}
