package dev.parley.log;

import dev.parley.kernel.RoomId;
import dev.parley.log.spi.RoomLog.Patience;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One transaction from its first try to its outcome. Touched only by its lane; the store's answers name their flight,
/// so that none is taken for another's.
final class Flight {

    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);
    private static final int DOUBLINGS = 5;

    private final @Nullable RoomId heldRoom;
    private List<Pending> items;
    private int retries;
    private boolean underWay;

    private Flight(@Nullable RoomId heldRoom, List<Pending> items) {
        this.heldRoom = heldRoom;
        this.items = items;
    }

    /// What is ready in the lane; rooms held elsewhere are left out.
    static Flight ofReady(List<Pending> items) {
        return new Flight(null, items);
    }

    /// Items of one room that another writer holds; waits for it.
    static Flight ofHeld(RoomId room, List<Pending> items) {
        return new Flight(room, items);
    }

    /// Null for a flight of what is ready.
    @Nullable
    RoomId heldRoom() {
        return heldRoom;
    }

    Patience patience() {
        return heldRoom == null ? Patience.SKIP_HELD : Patience.WAIT;
    }

    List<Pending> items() {
        return items;
    }

    /// Leaves out what was answered while the flight waited.
    List<Pending> dropAnswered() {
        items = items.stream().filter(item -> !item.answered()).toList();
        return items;
    }

    void depart() {
        underWay = true;
    }

    void land() {
        underWay = false;
    }

    /// Whether the store is at it now: then nobody knows what becomes of its items.
    boolean underWay() {
        return underWay;
    }

    /// How long to wait before the next try.
    Duration pause() {
        Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(retries++, DOUBLINGS));
        return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
    }
}
