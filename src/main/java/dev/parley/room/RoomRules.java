package dev.parley.room;

import dev.parley.kernel.Clock;
import dev.parley.kernel.Mailbox;
import dev.parley.kernel.Offload;
import dev.parley.kernel.Offload.Done;
import dev.parley.kernel.Offload.Failed;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Timers;
import dev.parley.kernel.UserId;
import dev.parley.log.spi.StoreUnavailableException;
import dev.parley.room.spi.RoomReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Rooms' rules as this node knows them. Two ways to ask: [#known] is whatever is cached, good enough to decide an
/// append
/// with (the append transaction looks again); [#fresh] is at most [#MAX_AGE] old, for reads.
///
/// One query of marks every [#REFRESH_EVERY] keeps all cached rooms fresh. Bounded to [#MAX_ROOMS] rooms: beyond that
/// any
/// other room makes place and is read again when asked for. Rooms unused for [#IDLE] are dropped. Rooms that do not
/// exist
/// are not cached. Callbacks come on any thread, also at once.
public final class RoomRules {

    public static final Duration MAX_AGE = Duration.ofSeconds(1);
    static final Duration REFRESH_EVERY = Duration.ofMillis(700);
    static final Duration IDLE = Duration.ofSeconds(60);
    /// How long somebody waits for a room to be read who named no deadline of their own.
    static final Duration PATIENCE = Duration.ofSeconds(10);
    /// How late a deadline may be noticed.
    private static final Duration TICK = Duration.ofMillis(250);
    static final int MAX_ROOMS = 20_000;
    /// [RoomReader#marks] takes at most so many.
    private static final int MARKS_AT_A_TIME = 2_000;

    private static final Logger log = LoggerFactory.getLogger(RoomRules.class);

    private static final class Entry {
        final RoomState state;
        volatile long checkedAt;
        volatile long usedAt;

        Entry(RoomState state, long now) {
            this.state = state;
            this.checkedAt = now;
            this.usedAt = now;
        }
    }

    private sealed interface Message {}

    private record Load(RoomId room, Asker asker) implements Message {}

    private record Loaded(RoomId room, long asOf, Offload.Result<Optional<RoomState>> result) implements Message {}

    private record Marked(long asOf, List<RoomId> asked, Offload.Result<Map<RoomId, RulesMark>> result)
            implements Message {}

    private record Tick() implements Message {}

    private record Asker(long deadline, Consumer<Offload.Result<Optional<RoomState>>> callback) {

        boolean due(long now) {
            return now - deadline >= 0;
        }

        /// Whatever one callback throws, the others are called.
        void answer(Offload.Result<Optional<RoomState>> result) {
            try {
                callback.accept(result);
            } catch (Throwable e) {
                log.error("A callback for a room's rules failed", e);
            }
        }

        void giveUp() {
            answer(new Failed<>(new StoreUnavailableException("a room was not read in time")));
        }
    }

    private final RoomReader reader;
    private final Offload offload;
    private final Clock clock;
    private final Timers timers;
    private final Mailbox<Message> mailbox;
    private final Map<RoomId, Entry> entries = new ConcurrentHashMap<>();
    /// Who waits for a room that is being read. Touched only by the mailbox's handler.
    private final Map<RoomId, Waiting> loading = new HashMap<>();

    private final AskedMembers asked = new AskedMembers();
    private boolean ticking;

    /// A read serves those who asked before it began, nobody else: it may be older than what they must see.
    private static final class Waiting {
        final List<Asker> served = new ArrayList<>();
        final List<Asker> next = new ArrayList<>();
    }

    public RoomRules(RoomReader reader, Offload offload, Clock clock, Timers timers, Executor executor) {
        this.reader = reader;
        this.offload = offload;
        this.clock = clock;
        this.timers = timers;
        this.mailbox = new Mailbox<>(executor, this::handle);
    }

    /// Begins the periodic check; call once.
    public void start() {
        timers.after(REFRESH_EVERY, this::refresh);
    }

    /// The cached state, however old; null when there is none.
    public @Nullable RoomState known(RoomId room) {
        Entry entry = entries.get(room);
        return entry == null ? null : use(entry).state;
    }

    /// The room as of at most [#MAX_AGE] ago, empty when it does not exist.
    public void fresh(RoomId room, Consumer<Offload.Result<Optional<RoomState>>> callback) {
        Entry entry = entries.get(room);
        if (entry != null && clock.nanos() - entry.checkedAt <= MAX_AGE.toNanos()) {
            callback.accept(new Done<>(Optional.of(use(entry).state)));
        } else {
            reload(room, callback);
        }
    }

    /// From the next read on the room is told with whether this user is a member of it. (Staff is always told.) Each
    /// call is followed by one of [#answered].
    public void ask(RoomId room, UserId user) {
        asked.ask(room, user);
    }

    /// @param keep whether his membership decides something here from now on
    public void answered(RoomId room, UserId user, boolean keep) {
        asked.answered(room, user, keep);
    }

    /// The room as of now: read after this call.
    public void reload(RoomId room, Consumer<Offload.Result<Optional<RoomState>>> callback) {
        reload(room, clock.nanos() + PATIENCE.toNanos(), callback);
    }

    /// The room as of now, or a [StoreUnavailableException] once the deadline (in nanoseconds of the clock) is over.
    public void reload(RoomId room, long deadline, Consumer<Offload.Result<Optional<RoomState>>> callback) {
        mailbox.tell(new Load(room, new Asker(deadline, callback)));
    }

    private Entry use(Entry entry) {
        entry.usedAt = clock.nanos();
        return entry;
    }

    private void handle(Message message) {
        switch (message) {
            case Load load -> onLoad(load);
            case Loaded loaded -> onLoaded(loaded);
            case Marked marked -> onMarked(marked);
            case Tick _ -> onTick();
        }
        if (!ticking && !loading.isEmpty()) {
            ticking = true;
            timers.after(TICK, () -> mailbox.tell(new Tick()));
        }
    }

    private void onLoad(Load load) {
        if (load.asker().due(clock.nanos())) {
            load.asker().giveUp();
            return;
        }
        Waiting waiting = loading.get(load.room());
        if (waiting != null) {
            waiting.next.add(load.asker());
            return;
        }
        waiting = new Waiting();
        waiting.served.add(load.asker());
        loading.put(load.room(), waiting);
        read(load.room());
    }

    private void read(RoomId room) {
        long asOf = clock.nanos();
        offload.run(() -> reader.read(room, asked.of(room)), result -> mailbox.tell(new Loaded(room, asOf, result)));
    }

    private void onLoaded(Loaded loaded) {
        remember(loaded);
        Waiting waiting = loading.remove(loaded.room());
        if (waiting == null) {
            return;
        }
        if (!waiting.next.isEmpty()) {
            Waiting following = new Waiting();
            following.served.addAll(waiting.next);
            loading.put(loaded.room(), following);
            read(loaded.room());
        }
        waiting.served.forEach(asker -> asker.answer(loaded.result()));
    }

    private void onTick() {
        ticking = false;
        long now = clock.nanos();
        loading.values().forEach(waiting -> {
            giveUp(waiting.served, now);
            giveUp(waiting.next, now);
        });
    }

    private static void giveUp(List<Asker> askers, long now) {
        List<Asker> due = askers.stream().filter(asker -> asker.due(now)).toList();
        askers.removeAll(due);
        due.forEach(Asker::giveUp);
    }

    private void remember(Loaded loaded) {
        if (!(loaded.result() instanceof Done<Optional<RoomState>>(var state))) {
            return;
        }
        if (state.isEmpty()) {
            entries.remove(loaded.room());
            asked.drop(loaded.room());
            return;
        }
        if (entries.size() >= MAX_ROOMS && !entries.containsKey(loaded.room())) {
            entries.keySet().stream().findAny().ifPresent(entries::remove);
        }
        entries.put(loaded.room(), new Entry(state.get(), loaded.asOf()));
    }

    private void refresh() {
        long now = clock.nanos();
        entries.forEach((room, entry) -> {
            if (now - entry.usedAt > IDLE.toNanos() && entries.remove(room, entry)) {
                asked.drop(room);
            }
        });
        List<RoomId> rooms = new ArrayList<>(entries.keySet());
        for (int from = 0; from < rooms.size(); from += MARKS_AT_A_TIME) {
            List<RoomId> asked = List.copyOf(rooms.subList(from, Math.min(rooms.size(), from + MARKS_AT_A_TIME)));
            offload.run(() -> reader.marks(asked), result -> mailbox.tell(new Marked(now, asked, result)));
        }
        timers.after(REFRESH_EVERY, this::refresh);
    }

    private void onMarked(Marked marked) {
        switch (marked.result()) {
            case Failed<Map<RoomId, RulesMark>>(var cause) ->
                log.warn("Rules could not be checked ({}); reads look into the store until they can", cause.toString());
            case Done<Map<RoomId, RulesMark>>(var marks) ->
                marked.asked().forEach(room -> check(room, marks.get(room), marked.asOf()));
        }
    }

    private void check(RoomId room, @Nullable RulesMark mark, long asOf) {
        Entry entry = entries.get(room);
        if (entry == null || entry.checkedAt - asOf >= 0) {
            return;
        }
        RoomState state = entry.state;
        if (mark != null && mark.epoch().equals(state.epoch()) && mark.rules() == state.rules()) {
            entry.checkedAt = asOf;
        } else {
            entries.remove(room, entry);
        }
    }
}
