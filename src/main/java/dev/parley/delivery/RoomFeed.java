package dev.parley.delivery;

import dev.parley.kernel.RoomId;
import dev.parley.room.RoomState;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// A room as one lane sees it: its tail and the cursors of the lane's streams in it. Touched on the lane
/// only, but for the tail's word that it moved.
final class RoomFeed {

    private final DeliveryLane lane;
    private final Tail tail;
    private final List<RoomCursor> cursors = new ArrayList<>();
    private final AtomicBoolean told = new AtomicBoolean();
    private final Runnable listener = this::moved;
    /// The state of the room that all its streams were allowed under.
    private @Nullable RoomState allowed;

    private boolean asked;

    RoomFeed(DeliveryLane lane, Tail tail) {
        this.lane = lane;
        this.tail = tail;
        tail.listen(listener);
    }

    RoomId room() {
        return tail.room();
    }

    Tail tail() {
        return tail;
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
        cursors.forEach(cursor -> cursor.stream().look(cursor));
    }

    void add(RoomCursor cursor) {
        cursor.index = cursors.size();
        cursors.add(cursor);
        // The rules may have moved on since the stream was authorised.
        if (allowed != null) {
            forbidUnlessAllowed(cursor, allowed);
        }
    }

    /// True when it was the last one.
    boolean remove(RoomCursor cursor) {
        RoomCursor last = cursors.removeLast();
        if (last != cursor) {
            last.index = cursor.index;
            cursors.set(last.index, last);
        }
        if (cursors.isEmpty()) {
            tail.unlisten(listener);
        }
        return cursors.isEmpty();
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
