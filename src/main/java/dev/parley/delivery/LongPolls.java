package dev.parley.delivery;

import dev.parley.kernel.Event;
import dev.parley.kernel.EventType;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Timers;
import dev.parley.log.LogPage;
import dev.parley.log.SystemEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Readers without a stream who wait for the next event of a room. They are answered out of its tail, so
/// that a message many wait for costs no read each. Any thread.
public final class LongPolls {

    /// Nothing follows it.
    private static final EventType LAST = new SystemEvent.RoomDestroyed().type();

    private final Tails tails;
    private final Timers timers;
    private final Executor executor;
    private final int maxWaiting;
    private final AtomicInteger waiting = new AtomicInteger();
    private final Set<Waiter> waiters = ConcurrentHashMap.newKeySet();
    private volatile boolean ended;

    /// @param executor where they are answered: a tail's thread is not theirs
    /// @param maxWaiting at a time; further ones are not taken
    public LongPolls(Tails tails, Timers timers, Executor executor, int maxWaiting) {
        this.tails = tails;
        this.timers = timers;
        this.executor = executor;
        this.maxWaiting = maxWaiting;
    }

    /// How many wait now.
    public int waiting() {
        return waiting.get();
    }

    /// Waits for an event after the cursor that is wanted, or for the room's end, for so long at most. Answers once, on
    /// any thread,
    /// with all that follows the cursor, be it nothing that is wanted; empty when that is for the log to say.
    ///
    /// @return false when too many wait, or too many rooms are read: then there is no answer
    public boolean await(
            RoomId room,
            Position cursor,
            Predicate<Event> wanted,
            Duration patience,
            Consumer<Optional<LogPage.Rows>> answer) {
        if (waiting.incrementAndGet() > maxWaiting) {
            waiting.decrementAndGet();
            return false;
        }
        Tail tail = tails.acquire(room);
        if (tail == null) {
            waiting.decrementAndGet();
            return false;
        }
        new Waiter(tail, cursor, wanted, answer).begin(patience);
        return true;
    }

    /// Answers all who wait with what there is; nobody waits from now on.
    public void end() {
        ended = true;
        waiters.forEach(Waiter::finish);
    }

    private final class Waiter implements Runnable {

        private final Tail tail;
        private final Position cursor;
        private final Predicate<Event> wanted;
        private final Consumer<Optional<LogPage.Rows>> answer;
        private final AtomicBoolean over = new AtomicBoolean();

        Waiter(Tail tail, Position cursor, Predicate<Event> wanted, Consumer<Optional<LogPage.Rows>> answer) {
            this.tail = tail;
            this.cursor = cursor;
            this.wanted = wanted;
            this.answer = answer;
        }

        void begin(Duration patience) {
            waiters.add(this);
            tail.listen(this);
            timers.after(patience, this::finish);
            // What happened before it listened is seen here.
            run();
            if (ended) {
                finish();
            }
        }

        @Override
        public void run() {
            TailView view = tail.view();
            if (view != null && !over.get() && hasNews(view)) {
                finish();
            }
        }

        private boolean hasNews(TailView view) {
            if (view.gone() || !view.epoch().equals(cursor.epoch())) {
                return true;
            }
            if (!view.follows(cursor)) {
                return cursor.seq() < view.last();
            }
            for (long seq = cursor.seq() + 1; seq <= view.last(); seq++) {
                Event event = view.at(seq).event();
                if (event.type().equals(LAST) || wanted.test(event)) {
                    return true;
                }
            }
            return false;
        }

        void finish() {
            if (over.compareAndSet(false, true)) {
                waiters.remove(this);
                tail.unlisten(this);
                TailView view = tail.view();
                tails.release(tail);
                waiting.decrementAndGet();
                executor.execute(() -> answer.accept(found(view)));
            }
        }

        private Optional<LogPage.Rows> found(@Nullable TailView view) {
            if (view == null || view.gone() || !view.epoch().equals(cursor.epoch())) {
                return Optional.empty();
            }
            boolean served = cursor.seq() >= view.floor() && cursor.seq() <= view.last();
            return served ? Optional.of(rows(view)) : Optional.empty();
        }

        private LogPage.Rows rows(TailView view) {
            List<Event> events = new ArrayList<>();
            for (long seq = cursor.seq() + 1; seq <= view.last(); seq++) {
                events.add(view.at(seq).event());
            }
            return new LogPage.Rows(
                    view.epoch(),
                    Math.min(view.logFirst(), view.last() + 1),
                    view.last(),
                    tails.storeTime().now(),
                    events);
        }
    }
}
