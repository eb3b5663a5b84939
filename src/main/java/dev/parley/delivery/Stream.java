package dev.parley.delivery;

import dev.parley.delivery.Notice.CloseReason;
import dev.parley.delivery.Notice.ProblemCause;
import dev.parley.delivery.Notice.ReconnectReason;
import dev.parley.delivery.Notice.RoomStart;
import dev.parley.delivery.spi.Format;
import dev.parley.delivery.spi.Outlet;
import dev.parley.kernel.Event;
import dev.parley.kernel.Sender;
import dev.parley.kernel.SessionId;
import dev.parley.kernel.TypeFilter;
import dev.parley.kernel.UserId;
import dev.parley.room.RoomState;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One open stream: cursors and an outlet. It keeps no queue; each write carries what follows the cursors by
/// then. While the outlet takes nothing it is passed over and falls behind. Touched on its lane only.
final class Stream implements OpenStream, Attendee {

    private static final Logger log = LoggerFactory.getLogger(Stream.class);

    private static final Duration WATCH = Duration.ofSeconds(1);
    /// Of the notice without its id, where a room's name is of the usual length.
    private static final int LEFT_OUT_BYTES = 150;

    private static final StreamCursors NOTHING_YET = new SocketCursors();

    private final Streams streams;
    private final DeliveryLane lane;
    private final StreamOutput output;
    private final SessionId session;
    private final boolean echo;
    private final Pulse pulse;
    private Reader reader;
    private StreamCursors cursors = NOTHING_YET;
    private final Queue<RoomCursor> dirty = new ArrayDeque<>(1);
    private final long askedAt;
    /// In nanoseconds of the node's clock; [Long#MAX_VALUE] = for ever.
    private long validUntil;

    private boolean greeted;
    private boolean ended;
    private boolean closed;
    /// When it is cut off, whatever it has taken by then; [Long#MAX_VALUE] = not at all.
    private long cutAt = Long.MAX_VALUE;

    /// When the rooms that are pulled are looked at again; [Long#MAX_VALUE] = not at all.
    private long pullsDueAt = Long.MAX_VALUE;

    private @Nullable ReconnectReason away;
    /// Goes out behind the next write, or not at all.
    private @Nullable Asides asides;

    /// For its lane and wheel.
    int index;

    boolean queued;
    long dueTick;
    /// Rooms that wait for a page.
    int pagesAwaited;

    Stream(DeliveryLane lane, Outlet outlet, StreamTerms terms, Reader reader, SessionId session, long askedAt) {
        this.lane = lane;
        this.streams = lane.streams();
        this.echo = terms.echo();
        this.reader = reader;
        this.session = session;
        this.askedAt = askedAt;
        long now = lane.now();
        this.validUntil = end(askedAt, terms.validFor());
        this.pulse = new Pulse(terms.pulse(), streams.settings(), now);
        this.output = new StreamOutput(outlet, lane.pins(), streams.settings(), now);
    }

    private static long end(long from, @Nullable Duration validFor) {
        return validFor == null ? Long.MAX_VALUE : from + validFor.toNanos();
    }

    /// Takes its place on the lane. The first write follows in a later task, when the outlet takes it.
    void begin(StreamCursors rooms) {
        cursors = rooms;
        lane.add(this);
        cursors.open().forEach(cursor -> {
            lane.join(cursor);
            look(cursor);
        });
        plan();
        lane.ready(this);
    }

    @Override
    public SessionId session() {
        return session;
    }

    long askedAt() {
        return askedAt;
    }

    DeliveryLane lane() {
        return lane;
    }

    @Override
    public UserId user() {
        return reader.user();
    }

    @Override
    public @Nullable String name() {
        return reader.name();
    }

    @Override
    public void giveWay() {
        lane.execute(this::takenOver);
    }

    boolean mayRead(RoomState state) {
        return reader.mayRead().test(state);
    }

    @Override
    public void writable() {
        output.made(lane.now());
        if (!ended) {
            lane.ready(this);
        }
    }

    @Override
    public void closed() {
        if (!closed) {
            closed = true;
            output.forgive();
            leave();
            lane.remove(this);
            streams.closed(this);
        }
    }

    boolean ended() {
        return ended;
    }

    /// The client said something.
    void heard() {
        pulse.heard(lane.now());
    }

    /// While nothing of the client's is read, its silence says nothing.
    void listening(boolean reads) {
        pulse.listening(reads, lane.now());
    }

    /// Somebody else wrote so many bytes to the same connection.
    void beside(int bytes) {
        output.beside(bytes);
        planWhileWaiting();
    }

    /// A room that its cursors have got while it is open.
    void join(RoomCursor cursor) {
        lane.join(cursor);
        look(cursor);
    }

    /// Goes on under other credentials of the same user; its rooms are decided about anew.
    void renew(Reader renewed, @Nullable Duration validFor) {
        reader = renewed;
        validUntil = end(lane.now(), validFor);
        cursors.open().forEach(lane::decideAgain);
        plan();
    }

    /// There may be something to read in this room.
    void look(RoomCursor cursor) {
        if (!cursor.dirty && !cursor.closed()) {
            cursor.dirty = true;
            dirty.add(cursor);
        }
        if (output.writable()) {
            lane.ready(this);
        }
    }

    /// A room that is pulled.
    void lookAgain(long at) {
        pullsDueAt = Math.min(pullsDueAt, at);
    }

    /// The client has pulled this.
    void pulled(PulledPage page) {
        for (RoomCursor cursor : cursors.open()) {
            if (cursor.room().equals(page.room())) {
                cursor.pulled(page);
            }
        }
    }

    /// Goes out if the client keeps up, and otherwise not at all.
    void signal(SignalAskers.Asker asker, SharedNotice notice) {
        aside(slice -> {
            // The room may have been closed by this very write.
            if (!asker.gone) {
                slice.add(notice);
                asker.told |= notice.notice() instanceof Notice.Occupancy;
            }
        });
    }

    /// The same of a room's signals. Where nothing else waits they are what all others get.
    void signal(RoomCursor cursor, SignalFrames frames) {
        if (keepsUp() && dirty.isEmpty() && asides == null) {
            SignalFrames.Shared shared = frames.shared(format());
            output.write(shared.pinned(), shared.buffer(), lane.now());
            planWhileWaiting();
        } else {
            aside(slice -> {
                if (!cursor.closed()) {
                    slice.addFrames(frames.bytes(format()));
                }
            });
        }
    }

    /// The same of signals to its user.
    void signal(SignalFrames frames) {
        aside(slice -> slice.addFrames(frames.bytes(format())));
    }

    private boolean keepsUp() {
        return !ended && greeted && away == null && pagesAwaited == 0 && lane.now() < validUntil && output.writable();
    }

    private void aside(Asides.Aside aside) {
        if (keepsUp()) {
            Asides waiting = asides == null ? new Asides() : asides;
            waiting.add(aside);
            asides = waiting;
            lane.ready(this);
        }
    }

    private void addAsides(Slice slice) {
        Asides waiting = asides;
        if (waiting != null && !slice.full() && pagesAwaited == 0) {
            waiting.writeTo(slice);
        }
        asides = waiting == null || waiting.none() || slice.full() || pagesAwaited > 0 ? null : waiting;
    }

    /// Writes once what all rooms have, if the outlet takes it.
    void serve() {
        if (!output.writable()) {
            asides = null;
        }
        if (ended || !output.writable()) {
            return;
        }
        if (lane.now() >= validUntil) {
            expire();
            return;
        }
        var slice = slice();
        try {
            greet(slice);
            gather(slice);
            if (!ended) {
                cursors.moveId(slice, lane.now());
                addAsides(slice);
            }
        } catch (RuntimeException | OutOfMemoryError thrown) {
            slice.discard();
            throw thrown;
        }
        write(slice);
        if (ended) {
            endOutput();
        } else if (away != null) {
            sendAway(away);
        } else {
            goOn();
        }
    }

    private Slice slice() {
        return new Slice(lane.framing(), lane.buffers(), cursors.format(), lane.roomToPin());
    }

    private void greet(Slice slice) {
        if (!greeted) {
            greeted = true;
            cursors.greet(slice, this);
        }
    }

    private void gather(Slice slice) {
        int rooms = dirty.size();
        for (int i = 0; i < rooms && !slice.full() && !ended; i++) {
            RoomCursor cursor = dirty.remove();
            cursor.dirty = false;
            cursor.fill(slice);
            if (slice.full()) {
                look(cursor);
            }
        }
    }

    private void goOn() {
        if (!output.writable()) {
            cursors.open().forEach(RoomCursor::dropPage);
        } else if (!dirty.isEmpty() || asides != null) {
            lane.ready(this);
        }
        plan();
    }

    private void planWhileWaiting() {
        if (output.waiting()) {
            plan();
        }
    }

    private void write(Slice slice) {
        output.write(slice, lane.now());
    }

    /// Whether it may be served from this pass.
    boolean takes(Pass pass, long now) {
        return greeted
                && !ended
                && away == null
                && now < validUntil
                && cursors.single()
                && (echo || !pass.publishedBy(session))
                && output.writable();
    }

    /// Serves its only room from a pass.
    void pass(RoomCursor cursor, PassFrames frames, long now) {
        if (frames.buffer() != null) {
            output.write(frames.pinned(), frames.buffer(), now);
            lane.count(frames.events(), 0);
        }
        cursors.passed(cursor, frames, now);
        if (cursors.idDue(now)) {
            lane.ready(this);
        } else if (frames.skipped() > 0 || output.waiting()) {
            plan();
        }
    }

    Format format() {
        return cursors.format();
    }

    Notice.Hello hello(List<RoomStart> rooms) {
        return new Notice.Hello(session, reader.user(), pulse.everyMillis(), streams.retryMs(), pullJitterMs(), rooms);
    }

    private long pullJitterMs() {
        return streams.settings().pullJitter().toMillis();
    }

    void counted(Notice.Gap gap) {
        streams.observer().gap(gap.reason());
    }

    boolean wants(Event event, @Nullable SessionId publisher, TypeFilter types) {
        boolean ownEcho =
                !echo && session.equals(publisher) && event.author().sender().equals(Sender.of(reader.user()));
        return !ownEcho && types.delivers(event.type());
    }

    void delivered(RoomCursor cursor, boolean replay) {
        lane.count(1, replay ? 1 : 0);
        cursors.delivered(cursor);
    }

    void skipped(RoomCursor cursor) {
        cursors.skipped(cursor, lane.now());
    }

    /// Whether its client could take more and does not.
    boolean slow() {
        return greeted && !ended && !output.writable();
    }

    byte[] frame(TailEntry entry) {
        return entry.frame(lane.framing(), cursors.format());
    }

    /// About how many bytes it takes to tell that something was left out.
    int noticeBytes() {
        return LEFT_OUT_BYTES + cursors.idBytes();
    }

    void leftOut(RoomCursor cursor, Notice.Dropped told, Slice slice) {
        streams.observer().leftOut(told.tier(), told.reason(), told.count());
        cursor.tail().leftOut(told);
        tell(cursor, told, slice);
    }

    /// Tells it with the cursor as it stands.
    void tell(RoomCursor cursor, Notice notice, Slice slice) {
        cursors.tell(cursor, notice, slice, lane.now());
    }

    void gap(RoomCursor cursor, Notice.Gap gap, Slice slice) {
        counted(gap);
        tell(cursor, gap, slice);
    }

    /// Ends this room of the stream, and with its last one most streams.
    void close(RoomCursor cursor, CloseReason reason, Slice slice) {
        cursor.close();
        lane.leave(cursor, reason);
        slice.add(new Notice.Closed(cursor.room(), reason), null);
        boolean last = cursors.open().isEmpty();
        if (last && cursors.endsWithItsRooms()) {
            leave();
        }
    }

    void awaitPage(RoomCursor cursor, boolean fellBehind) {
        lane.catchUps().awaitPage(cursor, fellBehind);
    }

    void awaitCheck(RoomCursor cursor) {
        lane.catchUps().awaitCheck(cursor);
    }

    /// Or why there is none.
    void pageArrived(RoomCursor cursor) {
        if (!output.writable()) {
            cursor.dropPage();
        }
        look(cursor);
    }

    /// At the end of the write that is being gathered.
    void sendAwaySoon(ReconnectReason reason) {
        away = reason;
    }

    /// The wheel has come round to it.
    void tick() {
        long now = lane.now();
        if (closed) {
            return;
        }
        if (output.stalled(now) || pulse.stopped(now) || output.gone()) {
            streams.observer().stalled();
            abort();
        } else if (now >= cutAt) {
            abort();
        } else if (!ended) {
            goOn(now);
        }
        plan();
    }

    private void goOn(long now) {
        if (now >= validUntil) {
            expire();
            return;
        }
        if (now >= pullsDueAt) {
            pullsDueAt = Long.MAX_VALUE;
            cursors.open().stream().filter(RoomCursor::pulls).forEach(this::look);
        }
        beat(now);
        // Nobody tells that it pins less than it did.
        if (!dirty.isEmpty() && output.writable()) {
            lane.ready(this);
        }
    }

    private void beat(long now) {
        if (cursors.idDue(now)) {
            serve();
        }
        if (!ended && greeted && output.writable() && pulse.due(now, output.lastWriteAt())) {
            var slice = slice();
            slice.add(pulse.beat(now), null);
            write(slice);
        }
    }

    private void plan() {
        if (closed) {
            return;
        }
        long now = lane.now();
        long at = output.waiting() || ended ? now + WATCH.toNanos() : Math.max(now, pulse.dueAt(output.lastWriteAt()));
        long own = Math.min(Math.min(validUntil, pullsDueAt), cursors.idDueAt());
        lane.plan(this, Math.min(Math.min(at, cutAt), own));
    }

    private void expire() {
        end(new Notice.Problem(ProblemCause.TOKEN_EXPIRED, streams.retryMs()));
    }

    /// Ends the stream; its client comes back.
    void sendAway(ReconnectReason reason) {
        end(new Notice.Reconnect(streams.retryMs(), reason, streams.retryMs()));
    }

    /// Bytes of buffers it has not taken completely.
    int pinned() {
        return output.pinned();
    }

    /// What would be free without it.
    int share() {
        return output.share();
    }

    /// It has a moment to hear why. What it pins is not counted any more, for then it goes.
    void sendAwayForWhatItPins() {
        cutAt = lane.now() + WATCH.toNanos();
        output.forgiveSoon();
        if (!ended) {
            streams.observer().slow();
            sendAway(ReconnectReason.SLOW);
        }
        plan();
    }

    private void end(Notice last) {
        if (ended) {
            return;
        }
        var slice = slice();
        if (greeted) {
            cursors.moveIdAtTheEnd(slice);
        }
        slice.add(last, null);
        leave();
        write(slice);
        endOutput();
    }

    /// From here on only the wheel looks whether the client takes what was written last.
    private void endOutput() {
        output.end();
        plan();
    }

    /// Another connection of the session has taken its place.
    void takenOver() {
        if (!ended) {
            leave();
            var slice = slice();
            slice.add(new Notice.Replaced(), null);
            write(slice);
            endOutput();
        }
    }

    /// A fault of this server's: what its cursors were moved over may not have been written, so nothing more
    /// is.
    void fail(Throwable thrown) {
        log.error("A stream could not be served and is closed; its client comes back with its cursor", thrown);
        abort();
    }

    /// Nothing reaches the client any more.
    void abort() {
        leave();
        output.forgive();
        output.abort();
    }

    private void leave() {
        if (ended) {
            return;
        }
        ended = true;
        asides = null;
        dirty.clear();
        for (RoomCursor cursor : cursors.open()) {
            cursor.close();
            lane.leave(cursor);
        }
        streams.forget(this);
    }
}
