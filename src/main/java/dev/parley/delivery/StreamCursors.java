package dev.parley.delivery;

import dev.parley.delivery.spi.Format;
import java.util.List;

/// The rooms of one stream and the ids it writes. No id names a position that is not written before it or with it.
/// Touched on the stream's lane only; times in nanoseconds of the node's clock.
abstract sealed class StreamCursors permits OneRoomCursors, MultiRoomCursors, SocketCursors {

    static final long NEVER = Long.MAX_VALUE;

    abstract Format format();

    /// Whether a pass over one of its rooms may be written as it is: nothing else has to go with it.
    abstract boolean single();

    abstract List<RoomCursor> open();

    /// Whether the stream is over once the last of its rooms is.
    abstract boolean endsWithItsRooms();

    /// What comes first.
    abstract void greet(Slice slice, Stream stream);

    /// An event of this room was gathered.
    abstract void delivered(RoomCursor cursor);

    /// An event of this room was left out on the reader's wish.
    abstract void skipped(RoomCursor cursor, long now);

    /// A pass over this room was written, or left out.
    final void passed(RoomCursor cursor, PassFrames frames, long now) {
        if (frames.events() > 0) {
            delivered(cursor);
        }
        for (int i = 0; i < frames.skipped(); i++) {
            skipped(cursor, now);
        }
    }

    /// Tells it with the cursor as it stands.
    abstract void tell(RoomCursor cursor, Notice notice, Slice slice, long now);

    /// About how long an id is.
    abstract int idBytes();

    /// When an id of its own is due.
    abstract long idDueAt();

    final boolean idDue(long now) {
        return now >= idDueAt();
    }

    /// Closes a slice with an id when one is due.
    abstract void moveId(Slice slice, long now);

    abstract void moveIdAtTheEnd(Slice slice);
}
