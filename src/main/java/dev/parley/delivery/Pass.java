package dev.parley.delivery;

import dev.parley.delivery.FilterFormats.FilterFormat;
import dev.parley.delivery.spi.Framing;
import dev.parley.delivery.spi.PassBuffers;
import dev.parley.kernel.Event;
import dev.parley.kernel.EventType;
import dev.parley.kernel.Position;
import dev.parley.kernel.SessionId;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What arrived in a room since its last pass, `(from, to]`, for all streams of one lane that stand at its beginning:
/// gathered once for each way it is wanted in, on first need. It holds only events that are the same for everybody:
/// what ends a room or has expired is told to each stream by itself. Touched on the lane only; its buffers are given
/// back with [#release].
final class Pass {

    /// Half of it is pinned by a connection that takes nothing more.
    static final int MAX_BYTES = 32 << 10;

    static final EventType DESTROYED = new EventType("room.destroyed");

    private final TailView view;
    private final long from;
    private final Position to;
    private final FilterFormats formats;
    private final Framing framing;
    private final PassBuffers buffers;
    private final Set<SessionId> publishers = new HashSet<>(0);
    private final @Nullable PassFrames[] frames = new @Nullable PassFrames[FilterFormats.SLOTS];

    private Pass(TailView view, long from, Position to, FilterFormats formats, Framing framing, PassBuffers buffers) {
        this.view = view;
        this.from = from;
        this.to = to;
        this.formats = formats;
        this.framing = framing;
        this.buffers = buffers;
        for (long seq = from + 1; seq <= to.seq(); seq++) {
            SessionId publisher = view.at(seq).publisher();
            if (publisher != null) {
                publishers.add(publisher);
            }
        }
    }

    /// Null when the next event is one that each stream is told by itself.
    ///
    /// @param from at least the view's floor, below its last
    /// @param storeNow what has expired by then is left out
    static @Nullable Pass after(
            long from, TailView view, long storeNow, FilterFormats formats, Framing framing, PassBuffers buffers) {
        long to = from;
        int bytes = 0;
        while (to < view.last()) {
            TailEntry next = view.at(to + 1);
            bytes += formats.longest(next, framing);
            if (ofItsOwn(next.event(), storeNow) || (to > from && bytes > MAX_BYTES)) {
                break;
            }
            to++;
        }
        return to == from ? null : new Pass(view, from, new Position(view.epoch(), to), formats, framing, buffers);
    }

    private static boolean ofItsOwn(Event event, long storeNow) {
        return event.expired(storeNow) || event.type().equals(DESTROYED);
    }

    /// Where a stream must stand to be served from it.
    boolean follows(Position cursor) {
        return cursor.seq() == from && cursor.epoch().equals(to.epoch());
    }

    boolean covers(Position cursor) {
        return cursor.seq() >= to.seq() && cursor.epoch().equals(to.epoch());
    }

    Position to() {
        return to;
    }

    /// What it was gathered from.
    TailView view() {
        return view;
    }

    /// Whether it holds what this session published.
    boolean publishedBy(SessionId session) {
        return publishers.contains(session);
    }

    /// @param slot of the formats, of a way that is wanted now; since the pass began it may have been another's
    PassFrames frames(int slot) {
        FilterFormat way = formats.at(slot);
        if (way == null) {
            throw new IllegalStateException("nobody wants this format");
        }
        PassFrames known = frames[slot];
        if (known != null && known.way().equals(way)) {
            return known;
        }
        if (known != null) {
            known.release();
        }
        PassFrames gathered = PassFrames.gather(view, from, to.seq(), way, framing, buffers);
        frames[slot] = gathered;
        return gathered;
    }

    void release() {
        for (PassFrames gathered : frames) {
            if (gathered != null) {
                gathered.release();
            }
        }
    }
}
