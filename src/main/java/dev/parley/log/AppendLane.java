package dev.parley.log;

import dev.parley.kernel.Clock;
import dev.parley.kernel.Event;
import dev.parley.kernel.Mailbox;
import dev.parley.kernel.Offload;
import dev.parley.kernel.Offload.Done;
import dev.parley.kernel.Offload.Failed;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Timers;
import dev.parley.log.AppendResult.Settled;
import dev.parley.log.spi.BatchRejectedException;
import dev.parley.log.spi.RoomLog;
import dev.parley.log.spi.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One lane: a state machine that has at most one transaction of what is ready under way, and a few that wait for rooms
/// held elsewhere. All state is touched by the mailbox's handler only.
final class AppendLane {

    /// How late a deadline may be noticed.
    private static final Duration TICK = Duration.ofMillis(250);
    /// How long held rooms rest before they are tried with the others again.
    private static final Duration REST = Duration.ofMillis(20);
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private static final Logger logger = LoggerFactory.getLogger(AppendLane.class);

    private sealed interface Message {}

    private record Submit(List<Pending> items) implements Message {}

    private record Landed(Flight flight, long departed, Offload.Result<List<Settled>> result) implements Message {}

    private record Retry(Flight flight) implements Message {}

    private record Tick() implements Message {}

    private record Rested() implements Message {}

    private record Stop(Runnable stopped) implements Message {}

    private final RoomLog log;
    private final Offload offload;
    private final Clock clock;
    private final Timers timers;
    private final LaneLimits limits;
    private final CommitListener listener;
    private final AppendObserver observer;
    private final Mailbox<Message> mailbox;
    private final LaneBounds bounds;

    private final Deque<Pending> ready = new ArrayDeque<>();
    private final Deque<Flight> halves = new ArrayDeque<>();
    private final HeldRooms held;
    private final Map<RoomId, Integer> roomItems = new HashMap<>();
    private final Set<Flight> flights = new HashSet<>();
    private @Nullable Flight current;
    private boolean ticking;
    private boolean resting;
    private @Nullable Runnable stopped;

    AppendLane(
            RoomLog log,
            Offload offload,
            Clock clock,
            Timers timers,
            Executor executor,
            LaneLimits limits,
            CommitListener listener,
            AppendObserver observer) {
        this.log = log;
        this.offload = offload;
        this.clock = clock;
        this.timers = timers;
        this.limits = limits;
        this.listener = listener;
        this.observer = observer;
        this.mailbox = new Mailbox<>(executor, this::handle);
        this.bounds = new LaneBounds(limits);
        this.held = new HeldRooms(limits.heldRooms());
    }

    int depth() {
        return bounds.items();
    }

    void append(List<Append> appends, Consumer<List<AppendResult>> answer) {
        var gathering = new Gathering(appends.size(), answer);
        if (!bounds.reserve(appends)) {
            for (int i = 0; i < appends.size(); i++) {
                observer.refused("overloaded");
                gathering.slot(i).accept(new AppendResult.Overloaded(RETRY_AFTER));
            }
            return;
        }
        long deadline = clock.nanos() + limits.deadline().toNanos();
        List<Pending> items = new ArrayList<>(appends.size());
        for (Append append : appends) {
            items.add(new Pending(append, deadline, gathering.slot(items.size())));
        }
        mailbox.tell(new Submit(items));
    }

    void stop(Runnable whenStopped) {
        mailbox.tell(new Stop(whenStopped));
    }

    private void handle(Message message) {
        switch (message) {
            case Submit(var items) -> items.forEach(this::take);
            case Landed landed -> onLanded(landed);
            case Retry(var flight) -> fly(flight);
            case Tick _ -> onTick();
            case Rested _ -> onRested();
            case Stop(var whenStopped) -> stopped = whenStopped;
        }
        launch();
    }

    private void take(Pending item) {
        int waiting = roomItems.merge(item.append().room(), 1, Integer::sum);
        if (stopped != null) {
            finish(item, new AppendResult.Stopping());
        } else if (waiting > limits.roomItems()) {
            finish(item, new AppendResult.Overloaded(RETRY_AFTER));
        } else {
            enqueue(item);
        }
    }

    private void enqueue(Pending item) {
        if (held.contains(item.append().room())) {
            held.add(item);
        } else {
            ready.addLast(item);
        }
    }

    private void launch() {
        if (current == null) {
            Flight next = halves.isEmpty() ? nextReady() : halves.removeFirst();
            if (next != null) {
                current = next;
                fly(next);
            }
        }
        for (Flight next = held.nextFlight(limits.batchItems());
                next != null;
                next = held.nextFlight(limits.batchItems())) {
            fly(next);
        }
        if (!resting && !held.isEmpty()) {
            resting = true;
            timers.after(REST, () -> mailbox.tell(new Rested()));
        }
        if (!ticking && bounds.items() > 0) {
            ticking = true;
            timers.after(TICK, () -> mailbox.tell(new Tick()));
        }
        if (stopped != null && bounds.items() == 0) {
            stopped.run();
            stopped = () -> {};
        }
    }

    private @Nullable Flight nextReady() {
        List<Pending> batch = new ArrayList<>();
        int bytes = 0;
        while (!ready.isEmpty() && batch.size() < limits.batchItems()) {
            Pending item = ready.getFirst();
            if (!batch.isEmpty() && bytes + item.append().weight() > limits.batchBytes()) {
                break;
            }
            ready.removeFirst();
            if (held.contains(item.append().room())) {
                held.add(item);
            } else if (!item.answered()) {
                batch.add(item);
                bytes += item.append().weight();
            }
        }
        return batch.isEmpty() ? null : Flight.ofReady(batch);
    }

    private void fly(Flight flight) {
        List<Append> batch = flight.dropAnswered().stream().map(Pending::append).toList();
        if (batch.isEmpty()) {
            conclude(flight, List.of());
            return;
        }
        flights.add(flight);
        flight.depart();
        long departed = clock.nanos();
        offload.run(
                () -> log.append(batch, flight.patience()),
                result -> mailbox.tell(new Landed(flight, departed, result)));
    }

    private void onLanded(Landed landed) {
        landed.flight().land();
        switch (landed.result()) {
            case Done<List<Settled>>(var results) -> {
                observer.transaction(results.size(), Duration.ofNanos(clock.nanos() - landed.departed()));
                tell(landed.flight().items(), results);
                conclude(landed.flight(), settle(landed.flight().items(), results));
            }
            case Failed<List<Settled>>(BatchRejectedException cause) -> isolate(landed.flight(), cause);
            case Failed<List<Settled>>(var cause) -> retryLater(landed.flight(), cause);
        }
    }

    /// What this node committed, told before any caller hears of it. A repeat is told as well when an earlier try of
    /// its
    /// own may have been the one that wrote it.
    private void tell(List<Pending> items, List<Settled> results) {
        Map<RoomId, List<Event>> news = new LinkedHashMap<>();
        Map<RoomId, Retention> retentions = new HashMap<>();
        for (int i = 0; i < items.size(); i++) {
            if (results.get(i) instanceof AppendResult.Appended(var event, var duplicate)
                    && (!duplicate || items.get(i).uncertain())) {
                news.computeIfAbsent(event.room(), _ -> new ArrayList<>()).add(event);
                retentions.put(event.room(), items.get(i).append().terms().retention());
            }
        }
        news.forEach((room, events) ->
                guarded(() -> listener.committed(room, retentions.getOrDefault(room, Retention.KEEP_ALL), events)));
    }

    /// Foreign code must not leave the lane half-way through a message.
    private static void guarded(Runnable foreign) {
        try {
            foreign.run();
        } catch (RuntimeException e) {
            logger.error("A listener or a caller's callback failed", e);
        }
    }

    /// Returns the items whose rooms are held elsewhere.
    private List<Pending> settle(List<Pending> items, List<Settled> results) {
        List<Pending> stillHeld = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            Pending item = items.get(i);
            if (!(results.get(i) instanceof AppendResult.Held)) {
                finish(item, results.get(i));
            } else if (!item.answered()) {
                stillHeld.add(item);
            }
        }
        return stillHeld;
    }

    private void conclude(Flight flight, List<Pending> stillHeld) {
        flights.remove(flight);
        if (flight.heldRoom() != null) {
            held.landed(flight.heldRoom(), stillHeld);
        } else {
            current = null;
            stillHeld.forEach(held::add);
        }
    }

    /// Finds the item the store refuses by halving, so that it fails alone.
    private void isolate(Flight flight, BatchRejectedException cause) {
        List<Pending> items = flight.items();
        if (items.size() == 1) {
            logger.error("The store refuses an append and would refuse it again; its sender is told", cause);
            finish(items.getFirst(), new AppendResult.Rejected());
        } else {
            halves.addFirst(Flight.ofReady(items.subList(items.size() / 2, items.size())));
            halves.addFirst(Flight.ofReady(items.subList(0, items.size() / 2)));
        }
        conclude(flight, List.of());
    }

    /// Running the same batch again settles what a lost answer left open: what was committed is found as a repeat.
    private void retryLater(Flight flight, Exception cause) {
        if (!(cause instanceof StoreUnavailableException)) {
            flight.items().forEach(Pending::markUncertain);
        }
        observer.retried();
        Duration pause = flight.pause();
        logger.warn(
                "A transaction of {} appends failed and runs again in {}: {}",
                flight.items().size(),
                pause,
                cause.toString());
        timers.after(pause, () -> mailbox.tell(new Retry(flight)));
    }

    private void onRested() {
        resting = false;
        held.release().reversed().forEach(ready::addFirst);
    }

    private void onTick() {
        ticking = false;
        long now = clock.nanos();
        flights.forEach(flight -> flight.items().forEach(item -> expire(item, now, flight.underWay())));
        halves.forEach(half -> half.items().forEach(item -> expire(item, now, false)));
        ready.forEach(item -> expire(item, now, false));
        held.forEachWaiting(item -> expire(item, now, false));
        ready.removeIf(Pending::answered);
    }

    private void expire(Pending item, long now, boolean underWay) {
        if (item.answered() || !item.due(now)) {
            return;
        }
        if (underWay || item.uncertain()) {
            guarded(() -> listener.uncertain(item.append().room()));
            finish(item, new AppendResult.OutcomeUnknown(item.append().clientMsgId()));
        } else {
            finish(item, new AppendResult.StoreUnavailable());
        }
    }

    private void finish(Pending item, AppendResult result) {
        if (item.answered()) {
            return;
        }
        Append append = item.append();
        bounds.release(append);
        roomItems.computeIfPresent(append.room(), (_, count) -> count == 1 ? null : count - 1);
        count(result);
        guarded(() -> item.answer(result));
    }

    private void count(AppendResult result) {
        switch (result) {
            case AppendResult.Appended appended when appended.duplicate() -> observer.duplicate();
            case AppendResult.Appended _, AppendResult.Applied _ -> observer.appended();
            case AppendResult.Overloaded _ -> observer.refused("overloaded");
            case AppendResult.StoreUnavailable _ -> observer.refused("store-unavailable");
            case AppendResult.OutcomeUnknown _ -> observer.refused("outcome-unknown");
            case AppendResult.Rejected _ -> observer.refused("rejected");
            case AppendResult.Stopping _ -> observer.refused("stopping");
            case AppendResult.OverLimit _ -> observer.refused("room-quota");
            case AppendResult.IdReused _ -> observer.refused("idempotency-mismatch");
            case AppendResult.VersionConflict _ -> observer.refused("version-conflict");
            case AppendResult.NoSuchRoom _ -> observer.refused("no-such-room");
            case AppendResult.RoomExists _, AppendResult.RulesMoved _, AppendResult.Held _ -> {}
        }
    }
}
