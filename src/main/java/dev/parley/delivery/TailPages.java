package dev.parley.delivery;

import dev.parley.delivery.spi.Framing;
import dev.parley.kernel.Event;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.log.LogPage;
import java.util.AbstractList;
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

    /// Events up to a tail's head.
    public static final class Cut {

        private final TailView view;
        private final Framing framing;
        private final LogPage.Rows rows;

        private Cut(TailView view, long from, long storeNow, Framing framing) {
            this.view = view;
            this.framing = framing;
            long first = Math.min(view.logFirst(), view.last() + 1);
            this.rows = new LogPage.Rows(view.epoch(), first, view.last(), storeNow, new Events(view, from));
        }

        public LogPage.Rows rows() {
            return rows;
        }

        /// One of them as REST writes it; not to be changed.
        public byte[] written(Event event) {
            return view.at(event.seq()).plain(framing);
        }
    }

    /// A view of a view, which does not change.
    private static final class Events extends AbstractList<Event> {

        private final TailView view;
        private final long from;

        Events(TailView view, long from) {
            this.view = view;
            this.from = from;
        }

        @Override
        public Event get(int index) {
            return view.at(from + 1 + index).event();
        }

        @Override
        public int size() {
            return (int) (view.last() - from);
        }
    }

    /// @param least a seq that the reader knows to be in the log
    /// @return null when the log has to be read: the room has no tail here, the tail does not reach that far,
    ///     or it does not hold what follows the cursor
    public @Nullable Cut after(RoomId room, Position cursor, long least) {
        TailView view = tails.view(room);
        return view != null
                        && !view.gone()
                        && view.last() >= least
                        && view.epoch().equals(cursor.epoch())
                        && cursor.seq() >= view.floor()
                        && cursor.seq() <= view.last()
                ? new Cut(view, cursor.seq(), tails.storeTime().now(), framing)
                : null;
    }

    /// The newest events, so many, or all there are, and as many more as the tail holds.
    ///
    /// @param least a seq that the reader knows to be in the log
    /// @return null as above
    public @Nullable Cut newest(RoomId room, int count, long least) {
        TailView view = tails.view(room);
        if (view == null || view.gone() || view.last() < least) {
            return null;
        }
        boolean enough = view.last() - view.floor() >= count || view.floor() < view.logFirst();
        return enough ? new Cut(view, view.floor(), tails.storeTime().now(), framing) : null;
    }
}
