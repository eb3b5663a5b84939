package dev.parley.delivery;

import dev.parley.delivery.Notice.ReconnectReason;
import java.time.Duration;

/// Reads what the tail does not show, for the cursors of one lane: pages of the log, and whether it went back. Each
/// cursor waits for one thing at a time. Touched on the lane only.
final class CatchUps {

    private static final Duration PAGE_RETRY = Duration.ofSeconds(1);
    private static final Duration LOG_MOVED_RETRY = Duration.ofMillis(100);

    private final DeliveryLane lane;
    private final Streams streams;

    CatchUps(DeliveryLane lane, Streams streams) {
        this.lane = lane;
        this.streams = streams;
    }

    /// @param fellBehind whether the cursor was served by the tail before
    void awaitPage(RoomCursor cursor, boolean fellBehind) {
        if (!enter(cursor.stream())) {
            cursor.stream().sendAwaySoon(ReconnectReason.OVERLOADED);
            return;
        }
        if (fellBehind) {
            streams.observer().catchUp();
        }
        streams.tails()
                .pages()
                .read(
                        cursor.room(),
                        cursor.position(),
                        cursor.pageAmended(),
                        found -> lane.execute(() -> {
                            leave(cursor.stream());
                            onPage(cursor, found);
                        }));
    }

    /// A stream counts once, whatever rooms of it wait: one with more of them than may wait at a time would never get
    /// on.
    private boolean enter(Stream stream) {
        boolean in = stream.pagesAwaited > 0 || streams.enterCatchUp();
        stream.pagesAwaited += in ? 1 : 0;
        return in;
    }

    private void leave(Stream stream) {
        if (--stream.pagesAwaited == 0) {
            streams.leaveCatchUp();
        }
    }

    /// Compares the tail with the log.
    void awaitCheck(RoomCursor cursor) {
        cursor.tail()
                .check(known -> lane.after(known ? Duration.ZERO : PAGE_RETRY, () -> {
                    cursor.checked(known);
                    cursor.stream().look(cursor);
                }));
    }

    private void onPage(RoomCursor cursor, Pages.Found found) {
        if (cursor.closed()) {
            return;
        }
        switch (found) {
            case Pages.Rows _, Pages.Trimmed _ -> take(cursor, found);
            case Pages.Nowhere _ -> cursor.tail().check(_ -> lane.after(LOG_MOVED_RETRY, () -> take(cursor, found)));
            case Pages.Unreadable _ -> {
                Duration pause = PAGE_RETRY.plusMillis(streams.random().nextLong(PAGE_RETRY.toMillis()));
                lane.after(pause, () -> take(cursor, found));
            }
        }
    }

    private static void take(RoomCursor cursor, Pages.Found found) {
        cursor.pageFound(found);
        cursor.stream().pageArrived(cursor);
    }
}
