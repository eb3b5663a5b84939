package dev.parley.delivery;

import dev.parley.delivery.Notice.DropReason;
import dev.parley.kernel.Event;
import dev.parley.kernel.Position;
import dev.parley.kernel.Tier;
import dev.parley.kernel.TypeFilter;
import dev.parley.log.Overflow;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// How a cursor that lags goes on in a room that does not give everything: it is given a selection and told
/// the rest.
///
/// In a room that sheds, what has left the tail is counted without a look at it as long as nothing critical
/// is among it; otherwise, and where nobody has counted or the reader has a filter, its pages are read, and
/// only what is critical goes out. In a room of newest values the pages are always read: of them goes out
/// what neither the rest of its page nor the tail has a newer value for.
///
/// Kept by a cursor whose client takes less than there is, until it stands at the head. Touched on the
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

    /// Whether it lies behind the tail, or one write cannot bring all that is there.
    boolean tooFar(TailView view) {
        return seq() < view.floor() || moreThanAWrite(view);
    }

    private boolean moreThanAWrite(TailView view) {
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
    ///
    /// @param overflow of the room, not catch-up
    boolean step(Overflow overflow, TailView view, Slice slice) {
        // With little room left nearly everything would be left out.
        if (slice.size() > Slice.MAX_BYTES / 2) {
            slice.leaveTheRest();
            return false;
        }
        boolean sheds = overflow == Overflow.SHED;
        DropReason reason = sheds ? DropReason.SLOW : DropReason.SUPERSEDED;
        if (seq() < view.floor() && !(sheds && leaps(view))) {
            if (view.gone()) {
                cursor.end(slice);
                return false;
            }
            Stretch page = cursor.page();
            return page != null && walk(page, ofPage(sheds, page, view, slice), reason, slice);
        }
        cursor.tellCaughtUp(slice);
        Selection.Choice all = choice(view, view.last(), slice);
        return walk(view, sheds ? Selection.byTier(all) : Selection.newest(all, Set.of()), reason, slice);
    }

    private Selection ofPage(boolean sheds, Stretch page, TailView view, Slice slice) {
        Selection.Choice all = choice(page, view.floor(), slice);
        return sheds ? Selection.criticalOnly(all) : Selection.newest(all, keys(view));
    }

    /// Of what the reader gets of the tail.
    private Set<String> keys(TailView view) {
        long storeNow = stream.lane().storeNow();
        Set<String> keys = new HashSet<>();
        for (long seq = view.floor() + 1; seq <= view.last(); seq++) {
            Event event = view.at(seq).event();
            if (!event.type().system() && bytes(view.at(seq), storeNow) > 0) {
                keys.add(event.valueOf());
            }
        }
        return keys;
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

    private boolean walk(Stretch stretch, Selection chosen, DropReason reason, Slice slice) {
        boolean known = counted.seq() == seq();
        boolean done = walkOn(stretch, chosen, reason, slice);
        counted = known ? counted.upTo(stretch, seq()) : TierTotals.UNKNOWN;
        return done;
    }

    private boolean walkOn(Stretch stretch, Selection chosen, DropReason reason, Slice slice) {
        long storeNow = stream.lane().storeNow();
        while (!cursor.closed() && seq() < chosen.end()) {
            TailEntry next = stretch.at(seq() + 1);
            if (chosen.leavesOut(next.event().seq())) {
                cursor.leaveOut(next.event(), reason);
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
