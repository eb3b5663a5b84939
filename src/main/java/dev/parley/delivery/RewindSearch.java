package dev.parley.delivery;

import dev.parley.kernel.Event;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.TypeFilter;
import dev.parley.log.LogPage;
import dev.parley.log.PageRequest;
import dev.parley.log.spi.RoomLog;

/// Looks for the place before the newest messages of a room, the server's own events not counted; at ten
/// times as many events at most. One thread at a time.
final class RewindSearch {

    private static final int STRETCH = 500;

    private final TypeFilter types;
    private Position before;
    private int count;
    private int looks;
    private boolean lost;
    private boolean atTheBeginning;

    /// @param before the place to look backward from: the seq of the first event that is not looked at
    RewindSearch(Position before, int count, int looks, TypeFilter types) {
        this.before = before;
        this.count = count;
        this.looks = looks;
        this.types = types;
    }

    /// Looks at the next older event.
    void look(Event event) {
        before = event.position();
        looks--;
        if (!event.type().system() && types.passes(event.type())) {
            count--;
        }
    }

    boolean over() {
        return count <= 0 || looks <= 0 || atTheBeginning || lost;
    }

    /// May block.
    void lookInto(RoomLog log, RoomId room) {
        while (!over()) {
            if (log.page(room, new PageRequest.Before(before), Math.min(STRETCH, looks)) instanceof LogPage.Rows rows) {
                lookAt(rows);
            } else {
                lost = true;
            }
        }
    }

    private void lookAt(LogPage.Rows rows) {
        for (Event event : rows.events().reversed()) {
            if (over()) {
                return;
            }
            look(event);
        }
        atTheBeginning = rows.events().isEmpty() || before.seq() <= rows.first();
    }

    /// Whether the log changed meanwhile.
    boolean lost() {
        return lost;
    }

    /// The cursor before the first event that was found.
    Position cursor() {
        return new Position(before.epoch(), before.seq() - 1);
    }

    Position before() {
        return before;
    }

    int count() {
        return count;
    }

    int looks() {
        return looks;
    }
}
