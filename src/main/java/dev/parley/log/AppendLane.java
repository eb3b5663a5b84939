package dev.parley.log;

import dev.parley.kernel.Clock;
import dev.parley.kernel.Mailbox;
import dev.parley.kernel.Offload;
import dev.parley.kernel.Offload.Done;
import dev.parley.kernel.Offload.Failed;
import dev.parley.kernel.OffloadFullException;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Timers;
import dev.parley.log.AppendResult.Settled;
import dev.parley.log.spi.BatchRejectedException;
import dev.parley.log.spi.RoomLog;
import dev.parley.log.spi.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
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
    private final LaneReports reports;
    private final Mailbox<Message> mailbox;
    private final LaneBounds bounds;

    private final WaitingItems ready;
    private final HeldRooms held;
    private final RoomQuotas quotas = new RoomQuotas();
    private final Map<RoomId, Integer> roomItems = new HashMap<>();
    private final Set<Flight> flights = new LinkedHashSet<>();
    private final List<Runnable> whenStopped = new ArrayList<>();
    private @Nullable Flight current;
    private boolean ticking;
    private boolean resting;
    private boolean stopping;

    AppendLane(
            RoomLog log,
            Offload offload,
            Clock clock,
            Timers timers,
            Executor executor,
            LaneLimits limits,
            CommitListener listener,
            AppendObserver observer,
            AnswerRound round) {
        this.log = log;
        this.offload = offload;
        this.clock = clock;
        this.timers = timers;
        this.limits = limits;
        this.reports = new LaneReports(listener, observer, round);
        this.mailbox = new Mailbox<>(executor, this::handle);
        this.bounds = new LaneBounds(limits);
        this.ready = new WaitingItems(limits);
        this.held = new HeldRooms(limits);
    }

    int depth() {
        return bounds.items();
    }

    void append(List<Append> appends, long deadline, Consumer<List<AppendResult>> answer) {
        var gathering = new Gathering(appends.size(), answer);
        List<Pending> items = new ArrayList<>(appends.size());
        for (Append append : appends) {
            items.add(new Pending(append, deadline, gathering.slot(items.size())));
        }
        if (bounds.reserve(appends)) {
            mailbox.tell(new Submit(items));
        } else {
            items.forEach(item -> reports.answer(item, new AppendResult.Overloaded(RETRY_AFTER)));
        }
    }

    /// Takes nothing more and calls back once all that was taken is answered.
    void stop(Runnable stopped) {
        mailbox.tell(new Stop(stopped));
    }

    private void handle(Message message) {
        switch (message) {
            case Submit(var items) -> items.forEach(this::take);
            case Landed landed -> onLanded(landed);
            case Retry(var flight) -> onRetry(flight);
            case Tick _ -> onTick();
            case Rested _ -> onRested();
            case Stop(var stopped) -> {
                stopping = true;
                whenStopped.add(stopped);
            }
        }
        launch();
    }

    private void take(Pending item) {
        RoomId room = item.append().room();
        int waiting = roomItems.merge(room, 1, Integer::sum);
        if (stopping) {
            finish(item, new AppendResult.Stopping());
        } else if (item.due(clock.nanos())) {
            finish(item, new AppendResult.StoreUnavailable());
        } else if (waiting > limits.roomItems()) {
            finish(item, new AppendResult.Overloaded(RETRY_AFTER));
        } else {
            admit(item);
        }
    }

    private void admit(Pending item) {
        Duration wait = overQuota(item);
        if (wait.isPositive()) {
            reports.refusedHere();
            finish(item, new AppendResult.OverLimit(wait));
        } else if (held.contains(item.append().room())) {
            held.add(item);
        } else {
            ready.add(item);
        }
    }

    private Duration overQuota(Pending item) {
        if (!item.append().limited()) {
            return Duration.ZERO;
        }
        Duration wait = quotas.take(item.append(), clock.nanos());
        item.markCounted(!wait.isPositive());
        return wait;
    }

    private void launch() {
        if (current == null && !ready.isEmpty()) {
            current = Flight.ofReady(ready.nextBatch());
            fly(current);
        }
        for (Flight next = held.nextFlight(); next != null; next = held.nextFlight()) {
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
        if (stopping && bounds.items() == 0) {
            whenStopped.forEach(reports::stopped);
            whenStopped.clear();
        }
    }

    private void fly(Flight flight) {
        flights.add(flight);
        flight.depart();
        long departed = clock.nanos();
        List<Append> batch = flight.items().stream().map(Pending::append).toList();
        log.append(batch, flight.patience(), offload, result -> mailbox.tell(new Landed(flight, departed, result)));
    }

    private void onLanded(Landed landed) {
        Flight flight = landed.flight();
        flight.land();
        switch (landed.result()) {
            case Done<List<Settled>>(var results) -> {
                reports.transaction(results.size(), Duration.ofNanos(clock.nanos() - landed.departed()));
                onTaken(flight, stillHeld(flight.items(), results));
                // The store is at the next transaction while the callers of this one are told.
                launch();
                reports.settled(flight.items(), results);
                reports.together(() -> settle(flight.items(), results));
            }
            case Failed<List<Settled>>(BatchRejectedException cause) -> onRefused(flight, cause);
            case Failed<List<Settled>>(var cause) -> retryLater(flight, cause);
        }
    }

    /// The items whose rooms are held elsewhere.
    private static List<Pending> stillHeld(List<Pending> items, List<Settled> results) {
        List<Pending> stillHeld = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            if (results.get(i) instanceof AppendResult.Held && !items.get(i).answered()) {
                stillHeld.add(items.get(i));
            }
        }
        return stillHeld;
    }

    private void settle(List<Pending> items, List<Settled> results) {
        for (int i = 0; i < items.size(); i++) {
            Pending item = items.get(i);
            switch (results.get(i)) {
                case AppendResult.Held _ -> {}
                // The life it was decided for may be over, and an earlier try of it among the last of that life.
                case AppendResult.RulesMoved _, AppendResult.NoSuchRoom _ when item.uncertain() -> leaveOpen(item);
                case Settled result -> finish(item, result);
            }
        }
    }

    private void leaveOpen(Pending item) {
        if (!item.answered()) {
            reports.uncertain(item.append().room());
            finish(item, new AppendResult.OutcomeUnknown(item.append().clientMsgId()));
        }
    }

    private void onTaken(Flight flight, List<Pending> stillHeld) {
        flights.remove(flight);
        if (flight.heldRoom() != null) {
            held.landed(flight.heldRoom(), !stillHeld.isEmpty(), waiting -> {
                waiting.batchTaken();
                waiting.putBack(stillHeld);
            });
        } else {
            current = null;
            ready.batchTaken();
            hold(stillHeld);
        }
    }

    /// Later items of a held room wait behind the earlier ones, or they would overtake them.
    private void hold(List<Pending> items) {
        if (!items.isEmpty()) {
            items.forEach(held::add);
            ready.takeOut(item -> held.contains(item.append().room())).forEach(held::add);
        }
    }

    private void onRefused(Flight flight, BatchRejectedException cause) {
        if (flight.items().size() == 1) {
            logger.error("The store refuses an append and would refuse it again; its sender is told", cause);
            finish(flight.items().getFirst(), new AppendResult.Rejected());
            onTaken(flight, List.of());
            return;
        }
        flights.remove(flight);
        List<Pending> open = flight.dropAnswered();
        if (flight.heldRoom() != null) {
            held.landed(flight.heldRoom(), false, waiting -> waiting.batchRefused(open));
        } else {
            current = null;
            ready.batchRefused(open);
        }
    }

    private void retryLater(Flight flight, Exception cause) {
        if (!(cause instanceof StoreUnavailableException || cause instanceof OffloadFullException)) {
            flight.items().forEach(this::doubt);
        }
        reports.retried();
        Duration pause = flight.pause();
        logger.warn(
                "A transaction of {} appends failed and runs again in {}: {}",
                flight.items().size(),
                pause,
                cause.toString());
        timers.after(pause, () -> mailbox.tell(new Retry(flight)));
    }

    private void doubt(Pending item) {
        item.markUncertain();
        if (item.answered()) {
            // Its caller was told at the deadline; the commit may have come after that, and nobody tries it again.
            reports.uncertain(item.append().room());
        }
    }

    /// Running the same batch again settles what a lost answer left open: what was committed is found as a repeat.
    private void onRetry(Flight flight) {
        if (flight.dropAnswered().isEmpty()) {
            onTaken(flight, List.of());
        } else {
            fly(flight);
        }
    }

    private void onRested() {
        resting = false;
        ready.putBack(held.release());
    }

    private void onTick() {
        ticking = false;
        long now = clock.nanos();
        flights.forEach(flight -> flight.items().forEach(item -> expire(item, now, flight.underWay())));
        ready.forEach(item -> expire(item, now, false));
        held.forEachWaiting(item -> expire(item, now, false));
        ready.dropAnswered();
        held.dropAnswered();
    }

    /// @param underWay whether the store is at it now: then nobody knows what becomes of it
    private void expire(Pending item, long now, boolean underWay) {
        if (item.answered() || !item.due(now)) {
            return;
        }
        if (underWay || item.uncertain()) {
            leaveOpen(item);
        } else {
            finish(item, new AppendResult.StoreUnavailable());
        }
    }

    private void finish(Pending item, AppendResult result) {
        if (!item.answered()) {
            bounds.release(item.append());
            if (item.counted() && !result.usesQuota()) {
                quotas.giveBack(item.append());
            }
            roomItems.computeIfPresent(item.append().room(), (_, count) -> count == 1 ? null : count - 1);
            reports.answer(item, result);
        }
    }
}
