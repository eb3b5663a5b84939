package dev.parley.delivery;

import dev.parley.delivery.FilterFormats.FilterFormat;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.log.Overflow;
import dev.parley.room.RoomState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// A room as one lane sees it: its tail, the cursors of the lane's streams in it, and the pass that is under way over
/// them. Touched on the lane only, but for the tail's word that it moved.
///
/// A pass goes from the last cursor to the first. Who leaves is replaced by the last one, which has been visited, and
/// who joins is put behind it and served by itself: nobody is left out, and who is visited twice is told nothing
/// twice, for his cursor decides.
final class RoomFeed {

    private final DeliveryLane lane;
    private final Tail tail;
    private final List<RoomCursor> cursors = new ArrayList<>(2);
    private final FilterFormats formats = new FilterFormats();
    private final AtomicBoolean told = new AtomicBoolean();
    private final Runnable listener = this::moved;
    /// The state of the room that all its streams were allowed under.
    private @Nullable RoomState allowed;

    private boolean asked;
    /// Up to where the last pass went; null = everybody is served by himself.
    private @Nullable Position passed;

    private @Nullable Pass pass;
    /// Cursors that the pass has not come to yet.
    private int unvisited;

    private long begunAt;
    /// Whether the lane has it among its passes, or it rests until it may be there.
    private boolean passing;

    private boolean resting;

    RoomFeed(DeliveryLane lane, Tail tail) {
        this.lane = lane;
        this.tail = tail;
        this.begunAt = lane.now() - lane.settings().passGap().toNanos();
        tail.listen(listener);
        TailView view = tail.view();
        this.passed = view == null || view.gone() ? null : view.head();
    }

    RoomId room() {
        return tail.room();
    }

    int size() {
        return cursors.size();
    }

    RoomCursor at(int index) {
        return cursors.get(index);
    }

    /// Any thread.
    private void moved() {
        if (told.compareAndSet(false, true)) {
            lane.moved(this);
        }
    }

    /// What the tail shows from now on is told again.
    void heard() {
        told.set(false);
        if (!passing) {
            passing = true;
            lane.pass(this);
        }
    }

    /// Serves some of its streams.
    ///
    /// @return how many it came to, at most so many
    int serve(int most, long now) {
        resting = false;
        if (pass == null && !begin(now)) {
            return 0;
        }
        Pass current = pass;
        int visits = 0;
        while (current != null && visits < most && unvisited > 0) {
            unvisited--;
            visits++;
            cursors.get(unvisited).pass(current, now);
        }
        // A stream that failed may have been the last one, and ended the pass.
        if (current != null && current == pass && unvisited == 0) {
            finish(current);
        }
        return visits;
    }

    /// Whether the lane shall come again at once.
    boolean wantsMore() {
        return passing && !resting;
    }

    /// False when there is no pass now.
    private boolean begin(long now) {
        TailView view = tail.view();
        if (cursors.isEmpty() || toldAlready(view)) {
            passing = false;
            return false;
        }
        long rest = begunAt + lane.settings().passGap().toNanos() - now;
        if (cursors.size() > lane.settings().slice() && rest > 0) {
            resting = true;
            lane.rest(this, Duration.ofNanos(rest));
            return false;
        }
        begunAt = now;
        Position from = passed;
        if (view != null && from != null && view.follows(from) && !view.gone()) {
            pass = Pass.after(from.seq(), view, lane.storeNow(), formats, lane.framing(), lane.buffers());
        }
        Pass begun = pass;
        if (begun == null) {
            passed = view == null || view.gone() ? null : view.head();
            passing = false;
            cursors.forEach(cursor -> cursor.standAside(view));
            return false;
        }
        unvisited = cursors.size();
        passed = begun.to();
        return true;
    }

    /// The tail tells more often than it moves; who is behind is served by himself anyway.
    private boolean toldAlready(@Nullable TailView view) {
        return view != null && !view.gone() && view.head().equals(passed);
    }

    private void finish(Pass done) {
        done.release();
        pass = null;
        TailView view = tail.view();
        passing = view == null || !view.head().equals(done.to()) || view.gone();
    }

    void add(RoomCursor cursor) {
        cursor.index = cursors.size();
        cursors.add(cursor);
        cursor.slot = cursor.pulls()
                ? FilterFormats.NONE
                : formats.join(new FilterFormat(cursor.stream().format(), cursor.types()));
        // The rules may have moved on since the stream was authorised.
        if (allowed != null) {
            forbidUnlessAllowed(cursor, allowed);
        }
    }

    /// Without rules yet, they will come and everybody is decided about.
    void decideAgain(RoomCursor cursor) {
        if (allowed != null) {
            forbidUnlessAllowed(cursor, allowed);
        }
    }

    Audience audience() {
        TailView view = tail.view();
        Position head = view == null ? null : view.head();
        int behind = 0;
        long lag = 0;
        for (RoomCursor cursor : cursors) {
            Position at = cursor.position();
            long missing = head == null || !head.epoch().equals(at.epoch()) ? 0 : Math.max(0, head.seq() - at.seq());
            behind += missing > 0 ? 1 : 0;
            lag = Math.max(lag, missing);
        }
        return new Audience(cursors.size(), behind, lag);
    }

    /// True when it was the last one.
    boolean remove(RoomCursor cursor) {
        formats.leave(cursor.slot);
        RoomCursor last = cursors.removeLast();
        if (last != cursor) {
            last.index = cursor.index;
            cursors.set(last.index, last);
        }
        unvisited = Math.min(unvisited, cursors.size());
        if (cursors.isEmpty()) {
            end();
        }
        return cursors.isEmpty();
    }

    private void end() {
        tail.unlisten(listener);
        if (pass != null) {
            pass.release();
            pass = null;
        }
    }

    /// Decides again about its streams when the rules have moved.
    void checkAccess() {
        RoomState known = lane.rules().known(room());
        if (known != null) {
            judge(known);
        } else if (!asked) {
            asked = true;
            lane.askRules(this);
        }
    }

    /// @param state null when the room does not exist
    void rules(@Nullable RoomState state) {
        asked = false;
        if (state == null) {
            tail.check();
        } else {
            judge(state);
        }
    }

    /// What becomes of who falls behind; while nobody knows, he gets everything.
    Overflow overflow() {
        RoomState known = lane.rules().known(room());
        RoomState state = known == null ? allowed : known;
        return state == null ? Overflow.CATCH_UP : state.settings().overflow();
    }

    void rulesUnknown() {
        asked = false;
    }

    private void judge(RoomState state) {
        if (state.equals(allowed)) {
            return;
        }
        allowed = state;
        TailView view = tail.view();
        if (view != null && !view.epoch().equals(state.epoch())) {
            tail.check();
        }
        cursors.forEach(cursor -> forbidUnlessAllowed(cursor, state));
    }

    private static void forbidUnlessAllowed(RoomCursor cursor, RoomState state) {
        if (!cursor.stream().mayRead(state)) {
            cursor.forbid();
            cursor.stream().look(cursor);
        }
    }
}
