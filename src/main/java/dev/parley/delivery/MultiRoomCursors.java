package dev.parley.delivery;

import dev.parley.delivery.RoomOpening.Begun;
import dev.parley.delivery.spi.Format;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A stream of several rooms: its events have no ids, only notices do, and an id names all rooms.
final class MultiRoomCursors extends StreamCursors {

    private static final long ID_EVERY = Duration.ofSeconds(1).toNanos();

    private final List<RoomCursor> cursors = new ArrayList<>();
    /// What is told at first; nothing once it has been.
    private List<Begun> begun = new ArrayList<>();

    private final List<RoomId> closedAtOnce;
    /// Of rooms that may not be read: kept in the stream's cursor as the client brought them.
    private final Map<RoomId, Position> brought;
    private final List<RoomId> order;

    /// Whether events were written that no id covers.
    private boolean uncovered;

    private int skipped;
    private long skippedSince;
    private long lastIdAt;

    /// @param order the rooms as the client named them
    MultiRoomCursors(List<RoomId> order, List<RoomId> closedAtOnce, Map<RoomId, Position> brought, long now) {
        this.order = order;
        this.closedAtOnce = closedAtOnce;
        this.brought = brought;
        this.lastIdAt = now;
    }

    /// Before anything is written.
    void add(RoomCursor cursor, Begun from) {
        cursors.add(cursor);
        begun.add(from);
    }

    @Override
    Format format() {
        return Format.SSE_WITHOUT_ID;
    }

    /// An id may have to go with it, and what other rooms have goes into the same write.
    @Override
    boolean single() {
        return false;
    }

    @Override
    List<RoomCursor> open() {
        return cursors.stream().filter(cursor -> !cursor.closed()).toList();
    }

    @Override
    boolean endsWithItsRooms() {
        return true;
    }

    /// Of several gaps only the last one carries an id: before it is read, not all of them are told.
    @Override
    void greet(Slice slice, Stream stream) {
        List<Notice.Gap> gaps = new ArrayList<>();
        for (Begun room : begun) {
            if (room.gap() != null) {
                gaps.add(room.gap());
            }
        }
        slice.add(stream.hello(begun.stream().map(Begun::start).toList()), gaps.isEmpty() ? text() : null);
        closedAtOnce.forEach(room -> slice.add(new Notice.Closed(room, Notice.CloseReason.FORBIDDEN), null));
        for (int i = 0; i < gaps.size(); i++) {
            stream.counted(gaps.get(i));
            slice.add(gaps.get(i), i == gaps.size() - 1 ? text() : null);
        }
        begun = List.of();
    }

    /// The cursor of the client once it has read everything before.
    private String text() {
        Map<RoomId, Position> positions = new LinkedHashMap<>(brought);
        cursors.forEach(cursor -> positions.put(cursor.room(), cursor.position()));
        var text = new StringBuilder();
        for (RoomId room : order) {
            Position position = positions.get(room);
            if (position != null) {
                text.append(text.isEmpty() ? "" : ",").append(room).append('=').append(position.text());
            }
        }
        return text.toString();
    }

    @Override
    void delivered(RoomCursor cursor) {
        uncovered = true;
    }

    @Override
    void skipped(RoomCursor cursor, long now) {
        if (skipped++ == 0) {
            skippedSince = now;
        }
    }

    @Override
    void tell(RoomCursor cursor, Notice notice, Slice slice, long now) {
        tell(notice, slice, now);
    }

    private void tell(Notice notice, Slice slice, long now) {
        slice.add(notice, text());
        uncovered = false;
        skipped = 0;
        lastIdAt = now;
    }

    @Override
    int idBytes() {
        return text().length();
    }

    @Override
    long idDueAt() {
        long forEvents = uncovered ? lastIdAt + ID_EVERY : NEVER;
        long forSkipped = skipped == 0 ? NEVER : skippedSince + RoomCursor.SKIPPED_SINCE;
        return skipped < RoomCursor.SKIPPED_AT_MOST
                ? Math.min(forEvents, forSkipped)
                : Math.min(lastIdAt + ID_EVERY, forSkipped);
    }

    @Override
    void moveId(Slice slice, long now) {
        if (idDue(now)) {
            tell(new Notice.CursorMoved(null), slice, now);
        }
    }

    @Override
    void moveIdAtTheEnd(Slice slice) {
        if (uncovered || skipped > 0) {
            slice.add(new Notice.CursorMoved(null), text());
        }
    }
}
