package dev.parley.delivery;

import dev.parley.delivery.RoomOpening.Begun;
import dev.parley.delivery.spi.Format;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A stream of one room: each event's position is its id. Most streams are of this kind, so it keeps next to nothing.
final class OneRoomCursors extends StreamCursors {

    private final RoomCursor cursor;
    /// What is told at first; null once it has been.
    private @Nullable Begun begun;

    OneRoomCursors(RoomCursor cursor, Begun begun) {
        this.cursor = cursor;
        this.begun = begun;
    }

    @Override
    Format format() {
        return Format.SSE_WITH_ID;
    }

    @Override
    boolean single() {
        return true;
    }

    @Override
    List<RoomCursor> open() {
        return cursor.closed() ? List.of() : List.of(cursor);
    }

    @Override
    boolean endsWithItsRooms() {
        return true;
    }

    @Override
    void greet(Slice slice, Stream stream) {
        Begun from = begun;
        if (from != null) {
            begun = null;
            String id = cursor.position().text();
            slice.add(stream.hello(List.of(from.start())), from.gap() == null ? id : null);
            if (from.gap() != null) {
                stream.counted(from.gap());
                slice.add(from.gap(), id);
            }
        }
    }

    @Override
    void delivered(RoomCursor of) {
        of.nothingSkipped();
    }

    @Override
    void skipped(RoomCursor of, long now) {
        of.skip(now);
    }

    @Override
    void tell(RoomCursor of, Notice notice, Slice slice, long now) {
        slice.add(notice, of.position().text());
        of.nothingSkipped();
    }

    @Override
    int idBytes() {
        return StreamStart.LONGEST_POSITION;
    }

    @Override
    long idDueAt() {
        return cursor.idDueAt();
    }

    @Override
    void moveId(Slice slice, long now) {
        if (idDue(now)) {
            tell(cursor, new Notice.CursorMoved(null), slice, now);
        }
    }

    @Override
    void moveIdAtTheEnd(Slice slice) {
        if (cursor.skipped() > 0) {
            slice.add(new Notice.CursorMoved(null), cursor.position().text());
        }
    }
}
