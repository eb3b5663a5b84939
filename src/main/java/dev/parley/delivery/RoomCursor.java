package dev.parley.delivery;

import dev.parley.delivery.Notice.CloseReason;
import dev.parley.delivery.Notice.DropReason;
import dev.parley.delivery.Notice.GapReason;
import dev.parley.delivery.Notice.Resume;
import dev.parley.delivery.RoomOpening.Begun;
import dev.parley.kernel.Event;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.TypeFilter;
import dev.parley.log.Overflow;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where one stream stands in one room. The position moves only over what was written, told or left out on
/// the reader's own wish, so whatever is written with it as the id is never ahead of the client. Touched on
/// the stream's lane only.
final class RoomCursor {

    /// After so many events left out, or so long after the first of them, the client is told how far it is.
    static final int SKIPPED_AT_MOST = 100;

    static final long SKIPPED_SINCE = Duration.ofSeconds(10).toNanos();

    private final Stream stream;
    private final Tail tail;
    private final TypeFilter types;
    private final long helloHead;
    /// Null = its events are delivered.
    private final @Nullable PullMark pulls;
    /// Whether what comes before it has caught up was asked for by number.
    private final boolean rewinds;
    private Position position;
    private long replayed;
    private boolean caughtUp;
    private boolean closed;
    private boolean forbidden;
    private boolean behind;
    private @Nullable LeftOut leftOut;
    /// Null while its client keeps up.
    private @Nullable Lag lag;

    private Pages.@Nullable PageStretch page;
    /// The newest change of an event that the page shows.
    private long pageAmended;
    /// Told before anything else of the room.
    private Notice.@Nullable Gap firstGap;

    /// Events left out since the last id, and since when.
    private int skipped;

    private long skippedSince;
    /// Whether it waits for a page, or for the tail to be compared with the log.
    private boolean awaiting;

    private boolean compared;
    private Pages.@Nullable Trimmed trimmed;
    /// Whether the stream has it on its list of rooms to look at.
    boolean dirty;
    /// Where its feed has it.
    int index = -1;
    /// Of the formats its feed merges.
    int slot = FilterFormats.NONE;
    /// The pass of signals that it was visited by last.
    private int signalled;

    RoomCursor(Stream stream, Begun begun, TypeFilter types) {
        this(stream, begun, types, null);
    }

    /// @param pulls of a client who is told of news and pulls it; the position is the last that he is known to have
    /// then
    RoomCursor(Stream stream, Begun begun, TypeFilter types, @Nullable PullMark pulls) {
        this.stream = stream;
        this.tail = begun.tail();
        this.types = types;
        this.position = begun.cursor();
        this.helloHead = begun.head();
        this.rewinds = begun.resume() == Resume.FRESH;
        this.pulls = pulls;
        // Whoever pulls knows himself when he has caught up.
        this.caughtUp = pulls != null;
    }

    Stream stream() {
        return stream;
    }

    Tail tail() {
        return tail;
    }

    RoomId room() {
        return tail.room();
    }

    boolean pulls() {
        return pulls != null;
    }

    TypeFilter types() {
        return types;
    }

    Position position() {
        return position;
    }

    /// @param gap null = none
    void beginWith(Notice.@Nullable Gap gap) {
        firstGap = gap;
    }

    void skip(long now) {
        if (skipped++ == 0) {
            skippedSince = now;
        }
    }

    int skipped() {
        return skipped;
    }

    /// When the client is told with an id how far it is.
    long idDueAt() {
        if (skipped == 0) {
            return StreamCursors.NEVER;
        }
        return skipped >= SKIPPED_AT_MOST ? skippedSince : skippedSince + SKIPPED_SINCE;
    }

    void nothingSkipped() {
        skipped = 0;
    }

    boolean closed() {
        return closed;
    }

    void close() {
        closed = true;
        page = null;
    }

    /// Nothing more of the room is read; its end is told with the next slice.
    void forbid() {
        forbidden = true;
    }

    /// Serves it from a pass when it stands where the pass begins; otherwise the stream looks at it by itself.
    void pass(Pass pass, long now) {
        try {
            take(pass, now);
        } catch (RuntimeException | OutOfMemoryError thrown) {
            stream.fail(thrown);
        }
    }

    /// Tells it a pass of signals, unless it was visited by this one already.
    void signal(SignalFrames frames, int number) {
        if (signalled == number || closed || forbidden) {
            return;
        }
        signalled = number;
        try {
            stream.signal(this, frames);
        } catch (RuntimeException | OutOfMemoryError thrown) {
            stream.fail(thrown);
        }
    }

    private void take(Pass pass, long now) {
        if (pass.covers(position)) {
            return;
        }
        if (pulls != null) {
            if (pulls.wants(pass.to().seq(), position.seq(), now)) {
                stream.look(this);
            }
            return;
        }
        if (undisturbed() && pass.follows(position) && stream.takes(pass, now)) {
            PassFrames frames = pass.frames(slot);
            behind = false;
            lag = null;
            position = pass.to();
            stream.pass(this, frames, now);
        } else {
            standAside(pass.view());
        }
    }

    /// What came is not for it now, or it is served by itself.
    void standAside(@Nullable TailView view) {
        if (lag == null && pulls == null && !asked() && view != null && stream.slow()) {
            lag = new Lag(this, view.totals(position));
        }
        stream.look(this);
    }

    /// Whether what comes next was asked for by number.
    private boolean asked() {
        return rewinds && !caughtUp;
    }

    /// Nothing has to be told or read before the next event.
    private boolean undisturbed() {
        return caughtUp
                && !closed
                && !forbidden
                && !awaiting
                && !dirty
                && slot != FilterFormats.NONE
                && leftOut == null
                && page == null
                && trimmed == null;
    }

    /// Gathers what follows the position, until the slice is full, the head is reached or a page has to be
    /// read.
    void fill(Slice slice) {
        if (forbidden && !closed) {
            stream.close(this, CloseReason.FORBIDDEN, slice);
        }
        tellFirstGap(slice);
        if (pulls != null && !closed) {
            tellNews(pulls, slice);
            return;
        }
        while (!closed && !slice.full()) {
            TailView view = tail.view();
            if (view == null || awaiting || !advance(view, slice)) {
                break;
            }
        }
        tellLeftOut(slice);
        TailView view = tail.view();
        if (lag != null && view != null) {
            lag = lag.after(view);
        }
    }

    /// Instead of events: where the head is now, unless he is on his way to read it.
    private void tellNews(PullMark mark, Slice slice) {
        TailView view = tail.view();
        long now = stream.lane().now();
        if (view == null || awaiting) {
            return;
        }
        if (view.gone() || destroyed(view)) {
            stream.close(this, CloseReason.DESTROYED, slice);
            return;
        }
        if (!position.epoch().equals(view.epoch())) {
            gap(slice, RoomOpening.gapToHead(tail, view, GapReason.EPOCH_CHANGED));
            mark.answered(position.seq(), now);
        } else if (Math.max(position.seq(), mark.told()) > view.last() && !wentBack(mark, view, slice)) {
            return;
        }
        compared = false;
        if (mark.wants(view.last(), position.seq(), now)) {
            mark.tell(view.last(), now);
            slice.addFrames(
                    tail.headFrames().of(room(), view.head(), stream.lane().framing(), stream.format()));
        }
        if (view.last() > position.seq()) {
            stream.lookAgain(mark.dueAt(now));
        }
    }

    /// He was told of, or has, more than the tail: the log went back when it says so itself. He may hold what is not
    /// in it any more, from where he is known to be, which is not moved: what was written anew is news.
    ///
    /// @return false when the log has to be asked first
    private boolean wentBack(PullMark mark, TailView view, Slice slice) {
        if (!compared) {
            awaiting = true;
            stream.awaitCheck(this);
            return false;
        }
        Notice.Gap gap = RoomOpening.gapToHead(tail, view, GapReason.CURSOR_AHEAD);
        position = new Position(view.epoch(), Math.min(position.seq(), gap.to()));
        stream.gap(this, gap, slice);
        mark.answered(position.seq(), stream.lane().now());
        return true;
    }

    private static boolean destroyed(TailView view) {
        return view.last() > view.floor() && view.at(view.last()).event().type().equals(Pass.DESTROYED);
    }

    /// His pull was answered. The position, which goes out as the id, follows only what he has shown to have.
    void pulled(PulledPage page) {
        if (pulls == null || closed || !page.next().epoch().equals(position.epoch())) {
            return;
        }
        Position has = page.after();
        if (has != null && has.seq() > position.seq()) {
            position = has;
        }
        pulls.answered(
                Math.max(position.seq(), page.next().seq()), stream.lane().now());
        stream.look(this);
    }

    private void tellFirstGap(Slice slice) {
        Notice.Gap gap = firstGap;
        if (gap != null && !closed) {
            firstGap = null;
            stream.gap(this, gap, slice);
        }
    }

    /// One step; false when there is nothing more to do now.
    private boolean advance(TailView view, Slice slice) {
        boolean sameLog = position.epoch().equals(view.epoch());
        if (trimmed != null && sameLog) {
            gap(slice, expired(view, trimmed));
            return true;
        }
        if (!view.gone() && !sameLog) {
            gap(slice, RoomOpening.gapToHead(tail, view, GapReason.EPOCH_CHANGED));
        } else if (!view.gone() && position.seq() > view.last()) {
            return ahead(view, slice);
        }
        compared = false;
        Lag lagging = lag(view);
        Overflow overflow = lagging == null ? Overflow.CATCH_UP : stream.lane().overflow(this);
        if (lagging != null && overflow != Overflow.CATCH_UP && lagging.tooFar(view)) {
            return lagging.step(overflow, view, slice);
        }
        if (view.follows(position)) {
            behind = false;
            page = null;
            return take(view, slice);
        }
        if (view.gone()) {
            end(slice);
            return false;
        }
        tellCaughtUp(slice);
        return position.seq() < view.last() && takePage(slice);
    }

    /// A page may have shown what the tail has not heard of yet; the log went back only when the log says so.
    private boolean ahead(TailView view, Slice slice) {
        if (compared) {
            compared = false;
            gap(slice, RoomOpening.gapToHead(tail, view, GapReason.CURSOR_AHEAD));
            return true;
        }
        tellCaughtUp(slice);
        awaiting = true;
        stream.awaitCheck(this);
        return false;
    }

    /// The tail was compared with the log, or could not be.
    void checked(boolean known) {
        awaiting = false;
        compared = known;
    }

    /// The newest event of its room that changed an earlier one, as far as the tail knows.
    private long amended() {
        TailView view = tail.view();
        return view == null ? 0 : view.amended();
    }

    long pageAmended() {
        return pageAmended;
    }

    private boolean takePage(Slice slice) {
        Stretch known = page();
        return known != null && take(known, slice);
    }

    /// What follows in the log; null when it has to be read first.
    @Nullable
    Stretch page() {
        Pages.PageStretch known = page;
        if (known != null && known.follows(position) && amended() <= Math.max(pageAmended, known.logHead())) {
            return known;
        }
        page = null;
        pageAmended = amended();
        awaiting = true;
        stream.awaitPage(this, !behind);
        behind = true;
        return null;
    }

    /// What follows may be too much for it: its client is slow, or it lies behind the tail and does not read
    /// what was asked for by number. Null when it reads on as usual.
    private @Nullable Lag lag(TailView view) {
        boolean otherLife = view.gone() && !position.epoch().equals(view.epoch());
        boolean late = position.seq() < view.floor() && !asked();
        if (otherLife) {
            return null;
        }
        return lag == null && late ? new Lag(this, TierTotals.UNKNOWN) : lag;
    }

    /// Its room is gone, and what the cursor has not had cannot be read any more.
    void end(Slice slice) {
        tellLeftOut(slice);
        stream.close(this, CloseReason.DESTROYED, slice);
    }

    /// Over events that are known by their number alone.
    void leap(TierTotals from, TierTotals to) {
        leftOut().add(from, to, DropReason.SLOW);
        position = new Position(position.epoch(), to.seq());
    }

    private LeftOut leftOut() {
        LeftOut known = leftOut;
        if (known == null) {
            known = new LeftOut(position);
            leftOut = known;
        }
        return known;
    }

    private boolean take(Stretch stretch, Slice slice) {
        long storeNow = stream.lane().storeNow();
        while (!closed && position.seq() < stretch.last()) {
            if (!take(stretch.at(position.seq() + 1), storeNow, slice)) {
                return false;
            }
            tellCaughtUp(slice);
        }
        return true;
    }

    /// False when the slice has no room for it.
    boolean take(TailEntry entry, long storeNow, Slice slice) {
        Event event = entry.event();
        if (!stream.wants(event, entry.publisher(), types)) {
            position = event.position();
            stream.skipped(this);
        } else if (event.expired(storeNow)) {
            leaveOut(event, DropReason.EXPIRED);
        } else {
            tellLeftOut(slice);
            if (!slice.add(entry)) {
                return false;
            }
            position = event.position();
            replayed += caughtUp ? 0 : 1;
            stream.delivered(this, !caughtUp);
        }
        if (event.type().equals(Pass.DESTROYED)) {
            tellLeftOut(slice);
            tellCaughtUp(slice);
            stream.close(this, CloseReason.DESTROYED, slice);
        }
        return true;
    }

    void leaveOut(Event event, DropReason reason) {
        leftOut().add(event, reason);
        position = event.position();
    }

    private void tellLeftOut(Slice slice) {
        LeftOut told = leftOut;
        if (told == null) {
            return;
        }
        leftOut = null;
        Position reached = position;
        List<Notice.Dropped> notices = told.notices(room());
        for (int i = 0; i < notices.size(); i++) {
            position = i == notices.size() - 1 ? reached : told.before();
            stream.leftOut(this, notices.get(i), slice);
        }
    }

    void tellCaughtUp(Slice slice) {
        if (!closed && !caughtUp && position.seq() >= helloHead) {
            tellLeftOut(slice);
            caughtUp = true;
            slice.add(new Notice.CaughtUp(room(), position, replayed), null);
        }
    }

    private Notice.Gap expired(TailView view, Pages.Trimmed found) {
        return new Notice.Gap(
                room(),
                view.epoch(),
                position.seq() + 1,
                found.first() - 1,
                found.first(),
                found.head(),
                GapReason.CURSOR_EXPIRED);
    }

    private void gap(Slice slice, Notice.Gap gap) {
        tellLeftOut(slice);
        page = null;
        trimmed = null;
        position = new Position(gap.epoch(), gap.to());
        stream.gap(this, gap, slice);
        if (gap.reason() != GapReason.CURSOR_EXPIRED && !caughtUp) {
            caughtUp = true;
            slice.add(new Notice.CaughtUp(room(), position, replayed), null);
        }
    }

    /// What became of the page that was awaited.
    void pageFound(Pages.Found found) {
        awaiting = false;
        switch (found) {
            case Pages.Rows rows -> page = rows.page();
            case Pages.Trimmed expired -> trimmed = expired;
            case Pages.Nowhere _, Pages.Unreadable _ -> {}
        }
    }

    /// Pages are shared and kept elsewhere: who cannot write now does not hold on to one.
    void dropPage() {
        page = null;
    }
}
