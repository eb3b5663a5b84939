package dev.parley.delivery;

import dev.parley.delivery.Notice.DropReason;
import dev.parley.kernel.Position;
import dev.parley.kernel.Tier;
import dev.parley.kernel.TypeFilter;
import org.jspecify.annotations.Nullable;

/// How a cursor that lags goes on in a room that sheds: it is given a selection and told the rest. What has
/// left the tail is counted without a look at it as long as nothing critical is among it; otherwise, and
/// where nobody has counted or the reader has a filter, its pages are read, and only what is critical goes
/// out. Kept by a cursor whose client takes less than there is, until it stands at the head. Touched on the
/// stream's lane only.
final class Lag {

    private final RoomCursor cursor;
    private final Stream stream;
    /// Up to where the cursor stood when it was last counted.
    private TierTotals counted;

    Lag(RoomCursor cursor, TierTotals counted) {
        this.cursor = cursor;
        this.stream = cursor.stream();
        this.counted = counted;
    }

    /// Whether one write cannot bring all that is there.
    boolean moreThanAWrite(TailView view) {
        long storeNow = stream.lane().storeNow();
        int bytes = 0;
        for (long seq = seq() + 1; seq <= view.last() && bytes <= Slice.MAX_BYTES; seq++) {
            bytes += bytes(view.at(seq), storeNow);
        }
        return bytes > Slice.MAX_BYTES;
    }

    private long seq() {
        return cursor.position().seq();
    }

    /// Of what goes out unless it is left out; 0 for what never does.
    private int bytes(TailEntry entry, long storeNow) {
        boolean goesOut = stream.wants(entry.event(), entry.publisher(), cursor.types())
                && !entry.event().expired(storeNow);
        return goesOut ? stream.frame(entry).length : 0;
    }

    /// One step towards the head of the view; false when there is nothing more to do now.
    boolean step(TailView view, Slice slice) {
        // With little room left nearly everything would be left out.
        if (slice.size() > Slice.MAX_BYTES / 2) {
            slice.leaveTheRest();
            return false;
        }
        if (seq() < view.floor() && !leaps(view)) {
            if (view.gone()) {
                cursor.end(slice);
                return false;
            }
            Stretch page = cursor.page();
            return page != null && walk(page, Selection.criticalOnly(choice(page, view.floor(), slice)), slice);
        }
        cursor.tellCaughtUp(slice);
        return walk(view, Selection.byTier(choice(view, view.last(), slice)), slice);
    }

    /// Over what has left the tail.
    private boolean leaps(TailView view) {
        TierTotals to = view.atFloor();
        boolean known = counted.seq() == seq()
                && to.follows(counted)
                && to.since(counted, Tier.CRITICAL) == 0
                && cursor.types().equals(TypeFilter.ALL);
        if (known) {
            cursor.leap(counted, to);
            counted = to;
        }
        return known;
    }

    private Selection.Choice choice(Stretch stretch, long to, Slice slice) {
        long storeNow = stream.lane().storeNow();
        return new Selection.Choice(
                stretch,
                seq(),
                Math.min(to, stretch.last()),
                slice.left(),
                stream.noticeBytes(),
                entry -> bytes(entry, storeNow));
    }

    private boolean walk(Stretch stretch, Selection chosen, Slice slice) {
        boolean known = counted.seq() == seq();
        boolean done = walkOn(stretch, chosen, slice);
        counted = known ? counted.upTo(stretch, seq()) : TierTotals.UNKNOWN;
        return done;
    }

    private boolean walkOn(Stretch stretch, Selection chosen, Slice slice) {
        long storeNow = stream.lane().storeNow();
        while (!cursor.closed() && seq() < chosen.end()) {
            TailEntry next = stretch.at(seq() + 1);
            if (chosen.leavesOut(next.event().seq())) {
                cursor.leaveOut(next.event(), DropReason.SLOW);
            } else if (!cursor.take(next, storeNow, slice)) {
                return false;
            }
            cursor.tellCaughtUp(slice);
        }
        return true;
    }

    /// After a write was gathered; null when the cursor is at the head, so that it keeps up until a pass
    /// finds that its client takes nothing.
    @Nullable
    Lag after(TailView view) {
        Position position = cursor.position();
        if (position.equals(view.head())) {
            return null;
        }
        TierTotals here = view.totals(position);
        counted = here.equals(TierTotals.UNKNOWN) ? counted : here;
        return this;
    }
}
