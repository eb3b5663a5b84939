package dev.parley.delivery;

import dev.parley.delivery.spi.Framing;
import dev.parley.kernel.Event;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.log.LogPage;
import java.time.Duration;
import java.util.AbstractList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What follows a cursor, out of the memory of a node that has the room's newest events anyway: as the log
/// would show it up to the tail's head, and with the bytes of each event made once for all who read it. A tail
/// may still hold what retention has removed by now. Any thread; nothing here blocks.
public final class TailPages {

    private final Tails tails;
    private final Framing framing;

    public TailPages(Tails tails, Framing framing) {
        this.tails = tails;
        this.framing = framing;
    }

    /// Contiguous events of the log, with what the log was then.
    public static final class Cut {

        private final Stretch stretch;
        private final Framing framing;
        private final LogPage.Rows rows;

        private Cut(Stretch stretch, long from, long logFirst, long head, long storeNow, Framing framing) {
            this.stretch = stretch;
            this.framing = framing;
            long first = Math.min(logFirst, head + 1);
            this.rows = new LogPage.Rows(stretch.epoch(), first, head, storeNow, new Events(stretch, from));
        }

        public LogPage.Rows rows() {
            return rows;
        }

        /// One of them as REST writes it; not to be changed.
        public byte[] written(Event event) {
            return stretch.at(event.seq()).plain(framing);
        }
    }

    /// A view of a stretch, which does not change.
    private static final class Events extends AbstractList<Event> {

        private final Stretch stretch;
        private final long from;

        Events(Stretch stretch, long from) {
            this.stretch = stretch;
            this.from = from;
        }

        @Override
        public Event get(int index) {
            return stretch.at(from + 1 + index).event();
        }

        @Override
        public int size() {
            return (int) (stretch.last() - from);
        }
    }

    /// What follows a cursor from which the room's tail has moved on, out of the pages of the log that all share who
    /// catch up. It may end before the head.
    ///
    /// @param least a seq that the reader knows to be in the log
    /// @param found told on any thread; null when this is no such cursor, or the log has to be asked about it
    public void older(RoomId room, Position cursor, long least, Consumer<@Nullable Cut> found) {
        TailView view = tails.view(room);
        if (view == null || view.gone() || !view.epoch().equals(cursor.epoch()) || cursor.seq() >= view.floor()) {
            found.accept(null);
            return;
        }
        long known = Math.max(least, view.last());
        tails.pages().read(room, cursor, view.amended(), page -> found.accept(older(page, cursor, known)));
    }

    /// @param known to be in the log: a page that ends below it says that there is more
    private @Nullable Cut older(Pages.Found found, Position cursor, long known) {
        return found instanceof Pages.Rows(var page, var first, var head) && page.follows(cursor)
                ? new Cut(
                        page,
                        cursor.seq(),
                        first,
                        Math.max(head, known),
                        tails.storeTime().now(),
                        framing)
                : null;
    }

    /// A room's tail as it is now; null when it has none here.
    public @Nullable Still now(RoomId room) {
        TailView view = tails.view(room);
        return view == null || view.gone() ? null : new Still(view);
    }

    /// A tail at one moment. What is cut out of it does not change, nor go further, however long it is kept.
    public final class Still {

        private final TailView view;
        private final long storeNow = tails.storeTime().now();
        private final long takenAt = tails.nanos();

        private Still(TailView view) {
            this.view = view;
        }

        public boolean olderThan(Duration age) {
            return tails.nanos() - takenAt > age.toNanos();
        }

        /// @param least a seq that the reader knows to be in the log
        /// @return null when the log has to be read: the tail does not reach that far, or it does not hold what
        ///     follows the cursor
        public @Nullable Cut after(Position cursor, long least) {
            return view.last() >= least
                            && view.epoch().equals(cursor.epoch())
                            && cursor.seq() >= view.floor()
                            && cursor.seq() <= view.last()
                    ? cut(cursor.seq())
                    : null;
        }

        /// The newest events, so many, or all there are, and as many more as the tail holds.
        ///
        /// @param least a seq that the reader knows to be in the log
        /// @return null as above
        public @Nullable Cut newest(int count, long least) {
            boolean enough = view.last() - view.floor() >= count || view.floor() < view.logFirst();
            return enough && view.last() >= least ? cut(view.floor()) : null;
        }

        private Cut cut(long from) {
            return new Cut(view, from, view.logFirst(), view.last(), storeNow, framing);
        }
    }
}
