package dev.parley.delivery;

import dev.parley.delivery.spi.Format;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The rooms that a socket has subscribed to by now. Every id is the position in its own room, so each room has its
/// own count of what was left out since.
final class SocketCursors extends StreamCursors {

    private final List<RoomCursor> cursors = new ArrayList<>(1);

    @Override
    Format format() {
        return Format.WEBSOCKET;
    }

    @Override
    boolean single() {
        return cursors.size() == 1;
    }

    /// Those that are closed are forgotten.
    @Override
    List<RoomCursor> open() {
        cursors.removeIf(RoomCursor::closed);
        return List.copyOf(cursors);
    }

    void add(RoomCursor cursor) {
        cursors.add(cursor);
    }

    @Nullable
    RoomCursor in(RoomId room) {
        for (RoomCursor cursor : cursors) {
            if (cursor.room().equals(room) && !cursor.closed()) {
                return cursor;
            }
        }
        return null;
    }

    @Override
    boolean endsWithItsRooms() {
        return false;
    }

    @Override
    void greet(Slice slice, Stream stream) {
        slice.add(stream.hello(List.of()), null);
    }

    @Override
    void delivered(RoomCursor cursor) {
        cursor.nothingSkipped();
    }

    @Override
    void skipped(RoomCursor cursor, long now) {
        cursor.skip(now);
    }

    @Override
    void tell(RoomCursor cursor, Notice notice, Slice slice, long now) {
        Position position = cursor.position();
        slice.add(notice, position.text());
        cursor.nothingSkipped();
    }

    @Override
    int idBytes() {
        return StreamStart.LONGEST_POSITION;
    }

    @Override
    long idDueAt() {
        long due = NEVER;
        for (RoomCursor cursor : cursors) {
            due = Math.min(due, cursor.idDueAt());
        }
        return due;
    }

    @Override
    void moveId(Slice slice, long now) {
        for (RoomCursor cursor : cursors) {
            if (!cursor.closed() && now >= cursor.idDueAt()) {
                tell(cursor, new Notice.CursorMoved(cursor.room()), slice, now);
            }
        }
    }

    @Override
    void moveIdAtTheEnd(Slice slice) {
        for (RoomCursor cursor : cursors) {
            if (!cursor.closed() && cursor.skipped() > 0) {
                tell(cursor, new Notice.CursorMoved(cursor.room()), slice, 0);
            }
        }
    }
}
