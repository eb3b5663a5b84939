package dev.parley.delivery;

import dev.parley.kernel.Clock;
import dev.parley.kernel.Event;
import dev.parley.kernel.Mailbox;
import dev.parley.kernel.Offload.Done;
import dev.parley.kernel.Offload.Failed;
import dev.parley.kernel.Offload.Result;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Timers;
import dev.parley.log.LogPage;
import dev.parley.log.PageRequest;
import dev.parley.log.spi.RoomLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The newest stretch of one room's log, without holes: at most 512 events or 512 KiB. It is told what was
/// committed, in any order and more than once, and reads the log for whatever it was not told. What it hears
/// is a hint; that the log went back, changed or ended it believes only the log.
///
/// Anybody may tell it things and look at [#view]; its state is touched by its mailbox alone. One read at a
/// time.
final class Tail {

    /// What all tails of a node share.
    record Parts(
            RoomLog log,
            ReadGate reads,
            Clock clock,
            Timers timers,
            Executor executor,
            RandomGenerator random,
            StoreTime storeTime,
            TailBudget budget,
            StreamObserver observer) {}

    private sealed interface Message {}

    private record Offer(List<TailEntry> entries) implements Message {}

    private record Check(@Nullable Consumer<Boolean> done) implements Message {}

    private record Ask(Consumer<Boolean> done) implements Message {}

    private record HeadSeen(Position noted, @Nullable Position head) implements Message {}

    private record Page(PageRequest request, Result<LogPage> result) implements Message {}

    private record HoleDue() implements Message {}

    private record Retry() implements Message {}

    private record Retire() implements Message {}

    /// How long a hole may close by itself: the lanes of a node tell out of order by less.
    static final Duration HOLE_PATIENCE = Duration.ofMillis(100);

    /// Read at first: enough for those who come back after a short while, little enough for rooms hardly
    /// anybody reads.
    static final int FIRST_READ = 64;

    private static final int NEXT_READ = 256;
    private static final Duration FIRST_RETRY = Duration.ofMillis(100);
    private static final int MOST_DOUBLINGS = 4;

    private static final Logger log = LoggerFactory.getLogger(Tail.class);

    private final RoomId room;
    private final Parts parts;
    private final Mailbox<Message> mailbox;
    private final Set<Runnable> listeners = ConcurrentHashMap.newKeySet();
    private final HeldEvents held = new HeldEvents();
    private volatile @Nullable TailView view;
    private volatile long heardAt;

    private @Nullable TailWindow window;
    private boolean reading;
    /// Whether the next read begins anew instead of after the head.
    private boolean anew = true;

    private boolean holeAwaited;
    private boolean retired;
    private int failures;
    private int charged;
    /// Whom the read under way serves: those who asked before it began. Others are served by the next.
    private List<Consumer<Boolean>> served = new ArrayList<>();

    private List<Consumer<Boolean>> next = new ArrayList<>();
    private boolean wanted;

    Tail(RoomId room, Parts parts) {
        this.room = room;
        this.parts = parts;
        this.mailbox = new Mailbox<>(parts.executor(), this::handle);
        this.heardAt = parts.clock().nanos();
    }

    RoomId room() {
        return room;
    }

    /// The tail as of now; null until the log was read for the first time.
    @Nullable
    TailView view() {
        return view;
    }

    /// When the last event was heard, in nanoseconds of the node's clock.
    long heardAt() {
        return heardAt;
    }

    /// Calls the listener after each change of the view; on any thread, it must not block.
    void listen(Runnable listener) {
        listeners.add(listener);
    }

    void unlisten(Runnable listener) {
        listeners.remove(listener);
    }

    /// Events of this room that are in the log, as somebody heard.
    void offer(List<TailEntry> entries) {
        mailbox.tell(new Offer(entries));
    }

    /// Reads the log from the head on.
    void check() {
        mailbox.tell(new Check(null));
    }

    /// The same; calls back once a read that began after this call has been taken in, with false when the
    /// log could not be read.
    void check(Consumer<Boolean> done) {
        mailbox.tell(new Check(done));
    }

    /// Calls back once there is a view, with false when the log could not be read.
    void known(Consumer<Boolean> done) {
        mailbox.tell(new Ask(done));
    }

    /// The head as the log showed it after `noted` was this tail's.
    ///
    /// @param head null when the room does not exist
    void headSeen(Position noted, @Nullable Position head) {
        mailbox.tell(new HeadSeen(noted, head));
    }

    /// Nobody reads it any more, and nobody will.
    void retire() {
        mailbox.tell(new Retire());
    }

    private void handle(Message message) {
        switch (message) {
            case Offer offer -> onOffer(offer.entries());
            case Check check -> onCheck(check.done());
            case Ask ask -> onAsk(ask.done());
            case HeadSeen seen -> onHeadSeen(seen);
            case Page page -> onPage(page);
            case HoleDue _ -> onHoleDue();
            case Retry _ -> {
                if (incomplete()) {
                    read();
                }
            }
            case Retire _ -> {
                retired = true;
                charge(0);
            }
        }
    }

    private void onOffer(List<TailEntry> entries) {
        heardAt = parts.clock().nanos();
        long before = window == null ? -1 : window.last();
        entries.forEach(this::take);
        if (window != null && window.last() != before) {
            publish(window);
        }
        awaitHole();
    }

    private void take(TailEntry entry) {
        TailWindow now = window;
        Position position = entry.event().position();
        if (now == null || anew) {
            held.add(entry);
            // A read under way either shows it or ends before it; then it closes the hole, or the hole is awaited.
            if (!reading) {
                read();
            }
        } else if (!position.epoch().equals(now.epoch())) {
            read();
        } else if (position.seq() > now.last()) {
            held.add(entry);
            drainHeld(now);
        } else if (now.holds(position.seq()) && !sameEvent(now.at(position.seq()), entry)) {
            read();
        }
    }

    /// Two events of one position: the log went back and was written on.
    private static boolean sameEvent(TailEntry known, TailEntry told) {
        return known.event().clientMsgId().equals(told.event().clientMsgId())
                && known.event().ts() == told.event().ts();
    }

    private void drainHeld(TailWindow now) {
        TailEntry entry = held.takeAfter(now.head());
        while (entry != null) {
            now.append(entry);
            entry = held.takeAfter(now.head());
        }
    }

    private void awaitHole() {
        TailWindow now = window;
        if (now == null || holeAwaited || reading || retired || !held.beyond(now.head())) {
            return;
        }
        holeAwaited = true;
        long jitter = parts.random().nextLong(HOLE_PATIENCE.toNanos() / 5);
        parts.timers().after(HOLE_PATIENCE.plusNanos(jitter), () -> mailbox.tell(new HoleDue()));
    }

    private void onHoleDue() {
        holeAwaited = false;
        if (window != null && held.beyond(window.head())) {
            read();
        }
    }

    private void onCheck(@Nullable Consumer<Boolean> done) {
        if (done != null) {
            next.add(done);
        }
        read();
    }

    private void onAsk(Consumer<Boolean> done) {
        if (view != null) {
            done.accept(true);
        } else {
            served.add(done);
            if (!reading) {
                read();
            }
        }
    }

    private void onHeadSeen(HeadSeen seen) {
        TailWindow now = window;
        Position head = seen.head();
        if (now == null
                || head == null
                || !head.epoch().equals(now.epoch())
                || head.seq() > now.last()
                || (seen.noted().epoch().equals(now.epoch())
                        && head.seq() < seen.noted().seq())) {
            read();
        }
    }

    /// Reads now, or once more after the read that is under way.
    private void read() {
        wanted = true;
        if (!reading && !retired) {
            begin();
        }
    }

    private void begin() {
        reading = true;
        wanted = false;
        served.addAll(next);
        next = new ArrayList<>();
        TailWindow now = window;
        PageRequest request = now == null || anew ? new PageRequest.Newest() : new PageRequest.After(now.head());
        int limit = request instanceof PageRequest.Newest ? firstRead() : NEXT_READ;
        parts.observer().tailRead();
        parts.reads()
                .run(() -> parts.log().page(room, request, limit), result -> mailbox.tell(new Page(request, result)));
    }

    private int firstRead() {
        return parts.budget().exceeded() ? 1 : FIRST_READ;
    }

    private void onPage(Page page) {
        reading = false;
        switch (page.result()) {
            case Failed<LogPage>(var cause) -> onFailure(cause);
            case Done<LogPage>(var found) -> {
                failures = 0;
                if (complete(page.request(), found)) {
                    answer(true);
                    goOn();
                } else {
                    begin();
                }
            }
        }
    }

    private void goOn() {
        if (wanted || !next.isEmpty()) {
            begin();
        } else {
            awaitHole();
        }
    }

    /// Takes a page in; false when the log has to be read on.
    private boolean complete(PageRequest request, LogPage page) {
        return switch (page) {
            case LogPage.Rows rows -> {
                parts.storeTime().heard(rows.storeNow());
                yield request instanceof PageRequest.Newest ? beginAnew(rows) : append(rows);
            }
            case LogPage.Trimmed _ -> {
                anew = true;
                yield false;
            }
            case LogPage.Ahead _, LogPage.OtherEpoch _ -> {
                anew = true;
                held.clear();
                yield false;
            }
            case LogPage.NoSuchRoom _ -> {
                end();
                yield true;
            }
        };
    }

    private boolean beginAnew(LogPage.Rows rows) {
        var now = TailWindow.of(rows);
        window = now;
        anew = false;
        boolean otherLog = held.ofAnotherLog(now.head());
        if (otherLog) {
            held.clear();
        }
        drainHeld(now);
        publish(now);
        return !otherLog;
    }

    private boolean append(LogPage.Rows rows) {
        TailWindow now = window;
        if (now == null) {
            return false;
        }
        now.logFirst(rows.first());
        for (Event event : rows.events()) {
            if (event.seq() == now.last() + 1) {
                now.append(new TailEntry(event, null));
            }
        }
        drainHeld(now);
        publish(now);
        anew = rows.head() - now.last() > TailWindow.MAX_EVENTS;
        return rows.head() <= now.last();
    }

    private void end() {
        anew = true;
        // Told while the log was read: the room may have been created, or created again, meanwhile.
        wanted |= held.any();
        held.clear();
        TailView known = view;
        tell(known == null ? TailView.nowhere() : known.withoutRoom());
    }

    private void publish(TailWindow now) {
        boolean tight = parts.budget().exceeded();
        now.shrink(
                tight ? TailWindow.FEW_EVENTS : TailWindow.MAX_EVENTS,
                tight ? TailWindow.FEW_BYTES : TailWindow.MAX_BYTES);
        charge(now.bytes());
        tell(now.view());
    }

    private void tell(TailView now) {
        view = now;
        listeners.forEach(Runnable::run);
    }

    private void charge(int bytes) {
        int now = retired ? 0 : bytes;
        parts.budget().add(now - charged);
        charged = now;
    }

    private void onFailure(Exception cause) {
        if (failures == 0) {
            log.warn("The log of a room could not be read for its tail ({}); trying again", cause.toString());
        }
        answer(false);
        if (retired) {
            return;
        }
        Duration pause = FIRST_RETRY.multipliedBy(1L << Math.min(failures++, MOST_DOUBLINGS));
        long jitter = parts.random().nextLong(pause.toNanos() / 4);
        wanted = true;
        parts.timers().after(pause.plusNanos(jitter), () -> mailbox.tell(new Retry()));
    }

    private boolean incomplete() {
        return wanted || !next.isEmpty();
    }

    private void answer(boolean known) {
        List<Consumer<Boolean>> answered = served;
        served = new ArrayList<>();
        answered.forEach(done -> done.accept(known));
    }
}
