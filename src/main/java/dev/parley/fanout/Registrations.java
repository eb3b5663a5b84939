package dev.parley.fanout;

import dev.parley.fanout.spi.RoomHolders;
import dev.parley.fanout.spi.RoomHolders.Registered;
import dev.parley.kernel.Clock;
import dev.parley.kernel.Mailbox;
import dev.parley.kernel.NodeId;
import dev.parley.kernel.Offload;
import dev.parley.kernel.Offload.Result;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Keeps this node registered as a holder of the rooms that are read here. A room counts as registered from the answer
/// on, and what may have been missed until then is checked: when it was not registered in time, when its lease had run
/// out, when the registry has forgotten. A call that was given up may be carried out later, so for its rooms
/// the registry's word that they were held already says nothing.
///
/// One call at a time, so that what gathers meanwhile goes with the next. State is touched by the mailbox alone; it is
/// bounded by the rooms that are read, and those taken back by [#MOST_LEAVING], beyond which they run out by
/// themselves.
final class Registrations {

    static final Duration LEASE = Duration.ofSeconds(60);
    static final Duration RENEWED_AFTER = Duration.ofSeconds(20);
    static final Duration EVERY = Duration.ofSeconds(1);
    static final Duration DEADLINE = Duration.ofSeconds(2);
    static final int MOST_LEAVING = 20_000;

    private static final class Entry {
        boolean registered;
        long stamp;
        long at;
        /// Whether a call about it was given up, or its reader told that it is not registered.
        boolean unsure;
    }

    private final NodeId self;
    private final RoomHolders holders;
    private final LocalRooms local;
    private final Offload offload;
    private final Clock clock;
    private final Timers timers;
    private final Mailbox<Runnable> mailbox;
    private final RegistryGeneration generation = new RegistryGeneration();
    private final Map<RoomId, Entry> entries = new HashMap<>();
    private final Set<RoomId> due = new LinkedHashSet<>();
    private final Map<RoomId, Long> leaving = new LinkedHashMap<>();
    private final Map<RoomId, List<Consumer<Boolean>>> waiting = new LinkedHashMap<>();
    private long stamps;
    /// The call under way; 0 = none.
    private long call;

    private long calls;
    private long asked;
    private volatile boolean failing;
    private volatile boolean ended;

    Registrations(
            NodeId self,
            RoomHolders holders,
            LocalRooms local,
            Offload offload,
            Clock clock,
            Timers timers,
            Executor executor) {
        this.self = self;
        this.holders = holders;
        this.local = local;
        this.offload = offload;
        this.clock = clock;
        this.timers = timers;
        this.mailbox = new Mailbox<>(executor, Runnable::run);
        this.asked = clock.nanos();
    }

    void start() {
        timers.after(EVERY, this::tick);
    }

    void end() {
        ended = true;
    }

    /// Whether the registry has not taken what it was told last.
    boolean failing() {
        return failing;
    }

    /// @param ready see [Fanout#join]
    void join(RoomId room, Consumer<Boolean> ready) {
        mailbox.tell(() -> onJoin(room, ready));
    }

    void left(RoomId room) {
        mailbox.tell(() -> onLeft(room));
    }

    private void onJoin(RoomId room, Consumer<Boolean> ready) {
        if (!local.reads(room)) {
            ready.accept(false);
            return;
        }
        Entry entry = entries.computeIfAbsent(room, _ -> new Entry());
        if (entry.registered) {
            ready.accept(true);
            return;
        }
        due.add(room);
        if (failing) {
            entry.unsure = true;
            ready.accept(false);
        } else {
            waiting.computeIfAbsent(room, _ -> new ArrayList<>(1)).add(ready);
        }
        goOn();
    }

    private void onLeft(RoomId room) {
        if (local.reads(room)) {
            return;
        }
        due.remove(room);
        tell(room, false);
        Entry entry = entries.remove(room);
        if (entry != null && entry.stamp > 0) {
            leave(room, entry.stamp);
            goOn();
        }
    }

    private void leave(RoomId room, long stamp) {
        if (leaving.size() < MOST_LEAVING) {
            leaving.put(room, stamp);
        }
    }

    private void tick() {
        mailbox.tell(this::onTick);
    }

    private void onTick() {
        if (ended) {
            return;
        }
        long now = clock.nanos();
        entries.forEach((room, entry) -> {
            if (entry.registered && now - entry.at >= RENEWED_AFTER.toNanos()) {
                due.add(room);
            }
        });
        goOn();
        if (call == 0 && now - asked >= EVERY.toNanos()) {
            // Nothing to say; has it forgotten?
            register(List.of());
        }
        timers.after(EVERY, this::tick);
    }

    private void goOn() {
        if (call != 0 || ended || (failing && clock.nanos() - asked < EVERY.toNanos())) {
            return;
        }
        if (!due.isEmpty()) {
            register(next());
        } else if (!leaving.isEmpty()) {
            unregister();
        }
    }

    /// First those that somebody waits for.
    private List<RoomId> next() {
        Set<RoomId> next = new LinkedHashSet<>();
        waiting.keySet().stream()
                .filter(due::contains)
                .limit(RoomHolders.MOST_ROOMS)
                .forEach(next::add);
        for (RoomId room : due) {
            if (next.size() == RoomHolders.MOST_ROOMS) {
                break;
            }
            next.add(room);
        }
        due.removeAll(next);
        return List.copyOf(next);
    }

    private void register(List<RoomId> rooms) {
        long number = begin();
        long stamp = ++stamps;
        offload.run(
                () -> holders.register(self, rooms, stamp, LEASE),
                result -> mailbox.tell(() -> onAnswer(number, rooms, stamp, result)));
        timers.after(DEADLINE, () -> mailbox.tell(() -> onDeadline(number, rooms)));
    }

    private void unregister() {
        Map<RoomId, Long> some = new HashMap<>();
        for (var entry : leaving.entrySet()) {
            if (some.size() == RoomHolders.MOST_ROOMS) {
                break;
            }
            some.put(entry.getKey(), entry.getValue());
        }
        leaving.keySet().removeAll(some.keySet());
        long number = begin();
        offload.run(
                () -> {
                    holders.unregister(self, some);
                    return true;
                },
                result -> mailbox.tell(() -> onLeave(number, result)));
        timers.after(DEADLINE, () -> mailbox.tell(() -> onDeadline(number, List.of())));
    }

    private long begin() {
        call = ++calls;
        asked = clock.nanos();
        return call;
    }

    private void onDeadline(long number, List<RoomId> rooms) {
        if (number == call) {
            onFailure(rooms);
        }
    }

    /// Those that were to be taken back run out by themselves.
    private void onLeave(long number, Result<Boolean> result) {
        if (number != call) {
            return;
        }
        if (result instanceof Offload.Failed) {
            onFailure(List.of());
        } else {
            call = 0;
            goOn();
        }
    }

    private void onAnswer(long number, List<RoomId> rooms, long stamp, Result<Registered> result) {
        if (number != call) {
            return;
        }
        switch (result) {
            case Offload.Done<Registered> done -> {
                call = 0;
                failing = false;
                onRegistered(rooms, stamp, done.value());
                goOn();
            }
            case Offload.Failed<Registered> _ -> onFailure(rooms);
        }
    }

    private void onFailure(List<RoomId> rooms) {
        call = 0;
        failing = true;
        rooms.stream().filter(entries::containsKey).forEach(due::add);
        Set<RoomId> unsure = new LinkedHashSet<>(waiting.keySet());
        unsure.addAll(rooms);
        for (RoomId room : unsure) {
            Entry entry = entries.get(room);
            if (entry != null) {
                entry.unsure = true;
            }
            tell(room, false);
        }
    }

    private void onRegistered(List<RoomId> rooms, long stamp, Registered answer) {
        if (generation.isOther(answer.generation())) {
            entries.forEach((room, entry) -> {
                entry.registered = false;
                due.add(room);
            });
        }
        List<RoomId> missed = new ArrayList<>();
        for (RoomId room : rooms) {
            due.remove(room);
            Entry entry = entries.get(room);
            if (entry == null) {
                leave(room, stamp);
            } else {
                entry.registered = true;
                entry.stamp = stamp;
                entry.at = clock.nanos();
                boolean held = answer.before().contains(room) && !entry.unsure;
                if (!tell(room, true) && !held) {
                    missed.add(room);
                }
                entry.unsure = false;
            }
        }
        if (!missed.isEmpty()) {
            local.check(missed);
        }
    }

    /// @return whether anybody waited
    private boolean tell(RoomId room, boolean registered) {
        @Nullable List<Consumer<Boolean>> those = waiting.remove(room);
        if (those == null) {
            return false;
        }
        those.forEach(ready -> ready.accept(registered));
        return true;
    }
}
