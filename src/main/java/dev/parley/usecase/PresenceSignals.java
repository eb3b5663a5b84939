package dev.parley.usecase;

import dev.parley.delivery.Notice;
import dev.parley.delivery.RoomSignal;
import dev.parley.delivery.Streams;
import dev.parley.kernel.Offload;
import dev.parley.kernel.Offload.Done;
import dev.parley.kernel.Offload.Failed;
import dev.parley.kernel.Offload.Result;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Timers;
import dev.parley.lifecycle.LifecyclePage;
import dev.parley.lifecycle.LifecycleRow;
import dev.parley.lifecycle.spi.LifecycleLog;
import dev.parley.log.PresenceMode;
import dev.parley.presence.Occupancy;
import dev.parley.presence.spi.PresenceRegistry;
import dev.parley.room.RoomRules;
import dev.parley.room.RoomState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tells the streams that ask for it who comes and goes and how many there are: once a second, from the
/// lifecycle log as far as it has grown and from the registry. Nothing is read while nobody asks.
///
/// A second in which neither can be read is made up for by the next. Who is [#MOST_ROWS] rows behind tells
/// counts only.
public final class PresenceSignals {

    static final Duration EVERY = Duration.ofSeconds(1);
    static final int MOST_ROWS = 5_000;
    /// Rooms counted in a second; of more, each its turn.
    static final int MOST_ROOMS = 2_000;

    /// Each so many looks those who have not been told how many there are, for whatever reason, are told.
    private static final int REMINDED = 5;

    private static final int PORTION = LifecycleLog.MOST_ROWS;
    private static final Logger log = LoggerFactory.getLogger(PresenceSignals.class);

    /// @param more whether rows were left out
    /// @param next where the next look begins
    private record Look(List<LifecycleRow> rows, boolean more, Map<RoomId, Occupancy> counts, long next) {}

    private final Streams streams;
    private final RoomRules rules;
    private final PresenceRegistry registry;
    private final LifecycleLog lifecycle;
    private final Offload offload;
    private final Timers timers;
    /// One look follows the other, so that these need no guard.
    private final Map<RoomId, Occupancy> told = new HashMap<>();

    private @Nullable Long position;
    private int turn;
    private int looks;
    private boolean failing;

    public PresenceSignals(
            Streams streams,
            RoomRules rules,
            PresenceRegistry registry,
            LifecycleLog lifecycle,
            Offload offload,
            Timers timers) {
        this.streams = streams;
        this.rules = rules;
        this.registry = registry;
        this.lifecycle = lifecycle;
        this.offload = offload;
        this.timers = timers;
    }

    /// Begins; call once.
    public void start() {
        timers.after(EVERY, this::look);
    }

    private void look() {
        Set<RoomId> asked = streams.roomsWithSignals();
        if (asked.isEmpty()) {
            position = null;
            told.clear();
            start();
            return;
        }
        Set<RoomId> untold = streams.roomsWithNewSignals();
        Set<RoomId> fresh = ++looks % REMINDED == 0 ? asked : untold;
        offload.run(() -> look(asked), result -> onLook(asked, fresh, result));
    }

    private Look look(Set<RoomId> asked) {
        var rows = new ArrayList<LifecycleRow>();
        Long before = position;
        long next = read(rows, before);
        boolean more = before != null && rows.isEmpty() && next > before;
        var counts = new HashMap<RoomId, Occupancy>();
        List<RoomId> rooms = inTurn(asked);
        for (int from = 0; from < rooms.size(); from += PORTION) {
            counts.putAll(registry.occupancy(rooms.subList(from, Math.min(rooms.size(), from + PORTION))));
        }
        return new Look(rows, more, counts, next);
    }

    private List<RoomId> inTurn(Set<RoomId> asked) {
        List<RoomId> all = asked.stream().sorted().toList();
        if (all.size() <= MOST_ROOMS) {
            return all;
        }
        var rooms = new ArrayList<RoomId>(MOST_ROOMS);
        for (int i = 0; i < MOST_ROOMS; i++) {
            rooms.add(all.get((turn + i) % all.size()));
        }
        turn = (turn + MOST_ROOMS) % all.size();
        return rooms;
    }

    /// @param rows gets those that follow where it was
    /// @param at where it was; null = it begins now
    /// @return where it is then; when that is further than the rows go, some were left out
    private long read(List<LifecycleRow> rows, @Nullable Long at) {
        long next = at == null ? lifecycle.read(null, 1).head() : at;
        while (at != null && rows.size() < MOST_ROWS) {
            if (!(lifecycle.read(next, PORTION) instanceof LifecyclePage.Rows page)) {
                break;
            }
            rows.addAll(page.rows());
            next = page.rows().isEmpty() ? next : page.rows().getLast().pos();
            if (page.rows().size() < PORTION) {
                return next;
            }
        }
        rows.clear();
        return at == null ? next : lifecycle.read(null, 1).head();
    }

    private void onLook(Set<RoomId> asked, Set<RoomId> fresh, Result<Look> result) {
        switch (result) {
            case Done<Look>(var look) -> {
                failing = false;
                position = look.next();
                tell(asked, fresh, look);
            }
            case Failed<Look>(var cause) -> {
                if (!failing) {
                    log.warn("Who comes and goes cannot be told to streams ({}); trying again", cause.toString());
                }
                failing = true;
            }
        }
        start();
    }

    private void tell(Set<RoomId> asked, Set<RoomId> fresh, Look look) {
        told.keySet().retainAll(asked);
        Map<RoomId, Comings> comings = new HashMap<>();
        for (LifecycleRow row : look.rows()) {
            if (asked.contains(row.entry().room())) {
                comings.computeIfAbsent(row.entry().room(), _ -> new Comings()).add(row.entry());
            }
        }
        var signals = new ArrayList<RoomSignal>();
        look.counts().forEach((room, count) -> {
            PresenceMode mode = mode(room);
            if (mode == PresenceMode.OFF) {
                return;
            }
            boolean changed = changed(room, count);
            Comings who = comings.get(room);
            boolean moved = who != null && !who.none();
            if (changed || moved || look.more() || fresh.contains(room)) {
                signals.add(signal(room, mode, count, changed, moved || look.more() ? who : null, look.more()));
            }
        });
        if (!signals.isEmpty()) {
            streams.signal(signals);
        }
    }

    private boolean changed(RoomId room, Occupancy count) {
        Occupancy before = told.put(room, count);
        return before == null || before.sessions() != count.sessions() || before.users() != count.users();
    }

    /// Of a room that is not known at the moment nothing is told.
    private PresenceMode mode(RoomId room) {
        RoomState known = rules.known(room);
        return known == null ? PresenceMode.OFF : known.settings().presence();
    }

    private static RoomSignal signal(
            RoomId room, PresenceMode mode, Occupancy count, boolean changed, @Nullable Comings who, boolean more) {
        var occupancy = new Notice.Occupancy(room, count.sessions(), count.users());
        if (who == null && !more) {
            return new RoomSignal(room, null, occupancy, changed);
        }
        Comings named = who == null || mode != PresenceMode.LIST ? new Comings() : who;
        return new RoomSignal(room, named.notice(room, count.users(), more), occupancy, changed);
    }
}
