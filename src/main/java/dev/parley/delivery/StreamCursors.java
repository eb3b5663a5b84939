package dev.parley.delivery;

import dev.parley.delivery.Notice.RoomStart;
import dev.parley.delivery.spi.Format;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The rooms of one stream and the ids it writes. Events of a stream of one room carry their own; on a
/// stream of several rooms only notices do, and an id names all rooms. No id names a position that is not
/// written before it or with it. Touched on the stream's lane only.
final class StreamCursors {

    private static final long ID_EVERY = Duration.ofSeconds(1).toNanos();
    private static final int SKIPPED_AT_MOST = 100;
    private static final long SKIPPED_SINCE = Duration.ofSeconds(10).toNanos();
    private static final long NEVER = Long.MAX_VALUE;

    /// A room as the stream begins in it.
    record Beginning(RoomCursor cursor, RoomStart start, Notice.@Nullable Gap gap) {}

    private final boolean multi;
    private final List<Beginning> beginnings;
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
    StreamCursors(
            boolean multi,
            List<RoomId> order,
            List<Beginning> beginnings,
            List<RoomId> closedAtOnce,
            Map<RoomId, Position> brought,
            long now) {
        this.multi = multi;
        this.order = order;
        this.beginnings = beginnings;
        this.closedAtOnce = closedAtOnce;
        this.brought = brought;
        this.lastIdAt = now;
    }

    Format format() {
        return multi ? Format.SSE_WITHOUT_ID : Format.SSE_WITH_ID;
    }

    /// Whether each event is its own id, so that a pass may be written as it is.
    boolean single() {
        return !multi;
    }

    List<RoomCursor> open() {
        List<RoomCursor> open = new ArrayList<>(beginnings.size());
        for (Beginning beginning : beginnings) {
            if (!beginning.cursor().closed()) {
                open.add(beginning.cursor());
            }
        }
        return open;
    }

    /// Hello, then what goes with it. Of several gaps only the last one carries an id: before it is read,
    /// not all of them are told.
    void greet(Slice slice, Stream stream) {
        List<Notice.Gap> gaps = new ArrayList<>();
        List<RoomStart> starts = new ArrayList<>();
        for (Beginning beginning : beginnings) {
            starts.add(beginning.start());
            if (beginning.gap() != null) {
                gaps.add(beginning.gap());
            }
        }
        slice.add(stream.hello(starts), gaps.isEmpty() ? text() : null);
        closedAtOnce.forEach(room -> slice.add(new Notice.Closed(room, Notice.CloseReason.FORBIDDEN), null));
        for (int i = 0; i < gaps.size(); i++) {
            stream.counted(gaps.get(i));
            slice.add(gaps.get(i), i == gaps.size() - 1 ? text() : null);
        }
    }

    /// The cursor of the client once it has read everything before.
    private String text() {
        if (!multi) {
            return beginnings.getFirst().cursor().position().text();
        }
        Map<RoomId, Position> positions = new LinkedHashMap<>(brought);
        beginnings.forEach(
                room -> positions.put(room.cursor().room(), room.cursor().position()));
        var text = new StringBuilder();
        for (RoomId room : order) {
            Position position = positions.get(room);
            if (position != null) {
                text.append(text.isEmpty() ? "" : ",").append(room).append('=').append(position.text());
            }
        }
        return text.toString();
    }

    void delivered() {
        uncovered = multi;
        if (!multi) {
            skipped = 0;
        }
    }

    void skipped(long now) {
        if (skipped++ == 0) {
            skippedSince = now;
        }
    }

    /// A pass was written, or left out.
    void passed(PassFrames frames, long now) {
        if (frames.events() > 0) {
            delivered();
        }
        for (int i = 0; i < frames.skipped(); i++) {
            skipped(now);
        }
    }

    void tell(Notice notice, Slice slice, long now) {
        slice.add(notice, text());
        covered(now);
    }

    private void covered(long now) {
        uncovered = false;
        skipped = 0;
        lastIdAt = now;
    }

    /// When an id of its own is due, in nanoseconds of the node's clock.
    long idDueAt() {
        long forEvents = uncovered ? lastIdAt + ID_EVERY : NEVER;
        long forSkipped = skipped == 0 ? NEVER : skippedSince + SKIPPED_SINCE;
        return Math.min(forEvents, forSkipped);
    }

    boolean idDue(long now) {
        return (skipped >= SKIPPED_AT_MOST && now - lastIdAt >= (multi ? ID_EVERY : 0)) || now >= idDueAt();
    }

    /// Closes a slice with an id when one is due.
    void moveId(Slice slice, long now) {
        if (idDue(now)) {
            tell(new Notice.CursorMoved(), slice, now);
        }
    }

    void moveIdAtTheEnd(Slice slice) {
        if (uncovered || skipped > 0) {
            slice.add(new Notice.CursorMoved(), text());
        }
    }
}
