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
import dev.parley.room.RoomState;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/// One open stream: cursors and an outlet. It keeps no queue; each write carries what follows the cursors by
/// then. While the outlet takes nothing it is passed over and falls behind. Touched on its lane only.
final class Stream implements OpenStream {

    private static final Duration WATCH = Duration.ofSeconds(1);

    private final Streams streams;
    private final DeliveryLane lane;
    private final StreamOutput output;
    private final StreamRequest request;
    private final Reader reader;
    private final SessionId session;
    private final Sender self;
    private final StreamCursors cursors;
    private final Queue<RoomCursor> dirty = new ArrayDeque<>(1);
    private final long askedAt;
    /// In nanoseconds of the node's clock; [Long#MAX_VALUE] = for ever.
    private final long validUntil;

    private boolean greeted;
    private boolean ended;
    private boolean closed;
    private @Nullable ReconnectReason away;
    /// For its lane and wheel.
    int index;

    boolean queued;
    long dueTick;

    Stream(
            DeliveryLane lane,
            Outlet outlet,
            StreamRequest request,
            Reader reader,
            SessionId session,
            StreamCursors cursors,
            long askedAt) {
        this.lane = lane;
        this.streams = lane.streams();
        this.request = request;
        this.reader = reader;
        this.session = session;
        this.self = Sender.of(reader.user());
        this.cursors = cursors;
        this.askedAt = askedAt;
        Duration validFor = request.validFor();
        this.validUntil = validFor == null ? Long.MAX_VALUE : askedAt + validFor.toNanos();
        this.output = new StreamOutput(outlet, streams.settings().writeDeadline(), lane.now());
    }

    /// Takes its place on the lane. The first write follows in a later task, when the outlet takes it.
    void begin() {
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

    Reader reader() {
        return reader;
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
            leave();
            lane.remove(this);
            streams.closed(this);
        }
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

    /// Writes once what all rooms have, if the outlet takes it.
    void serve() {
        if (ended || !output.writable()) {
            return;
        }
        if (lane.now() >= validUntil) {
            expire();
            return;
        }
        var slice = slice();
        greet(slice);
        gather(slice);
        if (!ended) {
            cursors.moveId(slice, lane.now());
        }
        write(slice);
        if (ended) {
            output.end();
        } else if (away != null) {
            sendAway(away);
        } else {
            goOn();
        }
    }

    private Slice slice() {
        return new Slice(lane.framing(), lane.buffers(), cursors.format());
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
        } else if (!dirty.isEmpty()) {
            lane.ready(this);
        }
        plan();
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
                && (request.echo() || !pass.publishedBy(session))
                && output.writable();
    }

    /// Serves its only room from a pass.
    void pass(PassFrames frames, long now) {
        if (frames.buffer() != null) {
            output.write(frames.buffer(), now);
            lane.count(frames.events(), 0);
        }
        cursors.passed(frames, now);
        if (cursors.idDue(now)) {
            lane.ready(this);
        } else if (frames.skipped() > 0 || output.waiting()) {
            plan();
        }
    }

    Format format() {
        return cursors.format();
    }

    TypeFilter types() {
        return request.types();
    }

    Notice.Hello hello(List<RoomStart> rooms) {
        return new Notice.Hello(session, reader.user(), heartbeat().toMillis(), streams.retryMs(), rooms);
    }

    void counted(Notice.Gap gap) {
        streams.observer().gap(gap.reason());
    }

    boolean wants(Event event, @Nullable SessionId publisher) {
        boolean ownEcho = !request.echo()
                && session.equals(publisher)
                && event.author().sender().equals(self);
        return !ownEcho && (event.type().system() || request.types().passes(event.type()));
    }

    void delivered(boolean replay) {
        lane.count(1, replay ? 1 : 0);
        cursors.delivered();
    }

    void skipped() {
        cursors.skipped(lane.now());
    }

    /// Tells it with the cursor as it stands.
    void tell(Notice notice, Slice slice) {
        cursors.tell(notice, slice, lane.now());
    }

    void gap(Notice.Gap gap, Slice slice) {
        counted(gap);
        tell(gap, slice);
    }

    /// Ends this room of the stream, and with its last one the stream.
    void close(RoomCursor cursor, CloseReason reason, Slice slice) {
        cursor.close();
        lane.leave(cursor);
        slice.add(new Notice.Closed(cursor.room(), reason), null);
        if (cursors.open().isEmpty()) {
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
        if (output.stalled(now)) {
            streams.observer().stalled();
            abort();
        } else if (!ended) {
            if (now >= validUntil) {
                expire();
            } else {
                beat(now);
            }
        }
        plan();
    }

    private void beat(long now) {
        if (cursors.idDue(now)) {
            serve();
        }
        if (!ended
                && greeted
                && output.writable()
                && now - output.lastWriteAt() >= heartbeat().toNanos()) {
            var slice = slice();
            slice.add(new Notice.Heartbeat(request.heartbeatAsEvent()), null);
            write(slice);
        }
    }

    private Duration heartbeat() {
        return streams.settings().heartbeat();
    }

    private void plan() {
        if (closed) {
            return;
        }
        long now = lane.now();
        long at = output.waiting() || ended
                ? now + WATCH.toNanos()
                : Math.max(now, output.lastWriteAt() + heartbeat().toNanos());
        lane.plan(this, Math.min(at, Math.min(validUntil, cursors.idDueAt())));
    }

    private void expire() {
        end(new Notice.Problem(ProblemCause.TOKEN_EXPIRED, streams.retryMs()));
    }

    /// Ends the stream; its client comes back.
    void sendAway(ReconnectReason reason) {
        end(new Notice.Reconnect(streams.retryMs(), reason, streams.retryMs()));
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
        output.end();
    }

    /// Another connection of the session has taken its place.
    void takenOver() {
        if (!ended) {
            leave();
            output.end();
        }
    }

    /// Nothing reaches the client any more.
    void abort() {
        leave();
        output.abort();
    }

    private void leave() {
        if (ended) {
            return;
        }
        ended = true;
        dirty.clear();
        for (RoomCursor cursor : cursors.open()) {
            cursor.close();
            lane.leave(cursor);
        }
        streams.forget(this);
    }
}
