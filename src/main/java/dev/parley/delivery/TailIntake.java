package dev.parley.delivery;

import dev.parley.kernel.Event;
import dev.parley.kernel.Position;
import dev.parley.log.LogPage;
import dev.parley.log.PageRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Puts together what a tail was told and what it read. What follows the window is appended, what cannot be
/// appended yet is held, and where the two contradict each other the log is read. Touched by its tail only.
final class TailIntake {

    private final StoreTime storeTime;
    private final TailReads reads;
    private final TailViews views;
    private final DeliveryBudget budget;
    private final HeldEvents held;
    private @Nullable TailWindow window;
    /// Whether the next read begins anew instead of after the head.
    private boolean anew = true;

    /// The oldest event of the window that has another form by now, so that nothing that follows the window may
    /// be shown before it was read; 0 = none.
    private long outdated;

    /// Whether the next page goes on with a renewal.
    private boolean renewing;
    /// From where on the window was compared with the log, and the log's head then.
    private long comparedFrom = Long.MAX_VALUE;

    private long comparedAt;

    private boolean retired;

    TailIntake(StoreTime storeTime, TailReads reads, TailViews views, DeliveryBudget budget) {
        this.budget = budget;
        this.held = new HeldEvents(budget.tail());
        this.storeTime = storeTime;
        this.reads = reads;
        this.views = views;
    }

    /// What the log is to be asked next.
    PageRequest request() {
        TailWindow now = window;
        if (now == null || anew) {
            return new PageRequest.Newest();
        }
        return new PageRequest.After(outdated == 0 ? now.head() : new Position(now.epoch(), outdated - 1));
    }

    /// Whether something was heard of that lies behind the window's end.
    boolean hasHole() {
        return window != null && held.beyond(window.head());
    }

    /// Whether this head of the log is a reason to read it.
    ///
    /// @param noted the window's head before the log was asked; below it the log went back
    /// @param head null when the room does not exist
    boolean contradicts(Position noted, @Nullable Position head) {
        TailWindow now = window;
        return now == null
                || head == null
                || !head.epoch().equals(now.epoch())
                || head.seq() > now.last()
                || (noted.epoch().equals(now.epoch()) && head.seq() < noted.seq());
    }

    /// Takes in what was heard.
    void take(List<TailEntry> entries) {
        long before = window == null ? -1 : window.last();
        entries.forEach(this::take);
        if (window != null && window.last() != before) {
            views.publish(window);
        }
    }

    private void take(TailEntry entry) {
        TailWindow now = window;
        Position position = entry.event().position();
        if (now == null || anew) {
            held.add(entry);
            // A read under way either shows it or ends before it; then it closes the hole, or the hole is awaited.
            reads.readUnlessReading();
        } else if (!position.epoch().equals(now.epoch())) {
            reads.read();
        } else if (position.seq() > now.last()) {
            held.add(entry);
            drainHeld(now);
            if (outdated > 0) {
                reads.readUnlessReading();
            }
        } else if (now.holds(position.seq()) && !sameEvent(now.at(position.seq()), entry)) {
            // Nothing of the window is known to be in the log any more.
            anew = true;
            held.clear();
            reads.read();
        }
    }

    /// Takes in that the log has this position. Who says so has told the events before, or will never: there is no
    /// reason to wait for them.
    void take(Position position) {
        TailWindow now = window;
        if (now == null || anew) {
            held.note(position);
            reads.readUnlessReading();
        } else if (!position.epoch().equals(now.epoch())) {
            reads.read();
        } else if (position.seq() > now.last()) {
            held.note(position);
            reads.readUnlessReading();
        }
    }

    /// Two events of one position: the log went back and was written on.
    private static boolean sameEvent(TailEntry known, TailEntry told) {
        return known.event().clientMsgId().equals(told.event().clientMsgId())
                && known.event().ts() == told.event().ts();
    }

    private void drainHeld(TailWindow now) {
        TailEntry entry = held.after(now.head());
        while (entry != null && current(now, entry.event())) {
            held.take(entry);
            now.append(entry);
            entry = held.after(now.head());
        }
    }

    /// Whether the window shows what this event says that it changed; otherwise that is read before anybody hears of
    /// the event.
    private boolean current(TailWindow now, Event next) {
        boolean compared = next.amends() >= comparedFrom && next.seq() <= comparedAt;
        if (compared || !now.outdatedBy(next)) {
            return true;
        }
        outdated = outdated == 0 ? next.amends() : Math.min(outdated, next.amends());
        return false;
    }

    /// Takes a page in; false when the log has to be read on.
    boolean take(PageRequest request, LogPage page) {
        return switch (page) {
            case LogPage.Rows rows -> {
                storeTime.heard(rows.storeNow());
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
        var now = TailWindow.of(rows, budget.tail());
        replace(now);
        anew = false;
        outdated = 0;
        renewing = false;
        comparedFrom = Long.MAX_VALUE;
        boolean otherLog = held.ofAnotherLog(now.head());
        if (otherLog) {
            held.clear();
        }
        drainHeld(now);
        views.publish(now);
        return !otherLog;
    }

    private void replace(TailWindow now) {
        TailWindow before = window;
        if (before != null) {
            before.close();
        }
        if (retired) {
            now.close();
        }
        window = now;
    }

    /// Keeps only the newest few events.
    void shrink() {
        TailWindow now = window;
        // What is about to be replaced, or belongs to a room that is gone, is not shown again.
        if (now != null && !anew) {
            budget.shrunk();
            now.shrinkToFew();
            views.publish(now);
        }
    }

    /// Costs nothing from now on.
    void retire() {
        retired = true;
        held.close();
        if (window != null) {
            window.close();
        }
    }

    private boolean append(LogPage.Rows rows) {
        TailWindow now = window;
        if (now == null) {
            return false;
        }
        now.logFirst(rows.first());
        boolean upToDate = renew(now, rows);
        for (Event event : rows.events()) {
            if (event.seq() == now.last() + 1 && current(now, event)) {
                now.append(new TailEntry(event, null));
            }
        }
        drainHeld(now);
        views.publish(now);
        anew = rows.head() - now.last() > TailWindow.MAX_EVENTS;
        return upToDate && outdated == 0 && rows.head() <= now.last();
    }

    /// Takes newer forms of what the window holds; false when there is more of it to read.
    private boolean renew(TailWindow now, LogPage.Rows rows) {
        if (outdated == 0) {
            return true;
        }
        rows.events().stream().filter(event -> now.holds(event.seq())).forEach(now::renew);
        if (!renewing && !rows.events().isEmpty()) {
            comparedFrom = rows.events().getFirst().seq();
            comparedAt = rows.head();
        }
        long read =
                rows.events().isEmpty() ? rows.head() : rows.events().getLast().seq();
        renewing = read < now.last();
        outdated = renewing ? read + 1 : 0;
        return !renewing;
    }

    private void end() {
        anew = true;
        // Told while the log was read: the room may have been created, or created again, meanwhile.
        if (held.any()) {
            reads.want();
        }
        held.clear();
        views.publishEnd();
    }
}
