package dev.parley.delivery;

import dev.parley.delivery.Notice.CloseReason;
import dev.parley.delivery.Notice.ProblemCause;
import dev.parley.delivery.Notice.ReconnectReason;
import dev.parley.delivery.Notice.RoomStart;
import dev.parley.delivery.spi.Outlet;
import dev.parley.kernel.Event;
import dev.parley.kernel.Sender;
import dev.parley.kernel.SessionId;
import dev.parley.room.RoomState;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/// One open stream: cursors and an outlet. It keeps no queue; each write carries what follows the cursors by
/// then. While the outlet takes nothing it is passed over and falls behind. Touched on its lane only.
final class Stream implements OpenStream {

    private static final Duration PAGE_RETRY = Duration.ofSeconds(1);
    private static final Duration LOG_MOVED_RETRY = Duration.ofMillis(100);
    private static final Duration WATCH = Duration.ofSeconds(1);

    private final Streams streams;
    private final DeliveryLane lane;
    private final Outlet outlet;
    private final StreamRequest request;
    private final Reader reader;
    private final SessionId session;
    private final Sender self;
    private final StreamCursors cursors;
    private final Queue<RoomCursor> dirty = new ArrayDeque<>();
    private final Progress progress;
    private final long askedAt;
    /// In nanoseconds of the node's clock; [Long#MAX_VALUE] = for ever.
    private final long validUntil;

    private long lastWriteAt;
    private boolean greeted;
    private boolean ended;
    private boolean closed;
    private @Nullable ReconnectReason away;
    private int delivered;
    private int replayed;
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
        this.outlet = outlet;
        this.request = request;
        this.reader = reader;
        this.session = session;
        this.self = Sender.of(reader.user());
        this.cursors = cursors;
        this.askedAt = askedAt;
        Duration validFor = request.validFor();
        this.validUntil = validFor == null ? Long.MAX_VALUE : askedAt + validFor.toNanos();
        this.lastWriteAt = lane.now();
        this.progress = new Progress(outlet, streams.settings().writeDeadline(), lastWriteAt);
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
        progress.made(lane.now());
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
        if (outlet.writable()) {
            lane.ready(this);
        }
    }

    /// Writes once what all rooms have, if the outlet takes it.
    void serve() {
        if (ended || !outlet.writable()) {
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
            outlet.end();
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
        if (delivered > 0) {
            streams.observer().delivered(delivered, replayed);
            delivered = 0;
            replayed = 0;
        }
    }

    private void goOn() {
        if (!outlet.writable()) {
            cursors.open().forEach(RoomCursor::dropPage);
        } else if (!dirty.isEmpty()) {
            lane.ready(this);
        }
        plan();
    }

    private void write(Slice slice) {
        long now = lane.now();
        progress.aboutToWrite(now);
        int bytes = slice.writeTo(outlet);
        if (bytes > 0) {
            progress.wrote(bytes);
            lastWriteAt = now;
        }
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

    long storeNow() {
        return streams.tails().storeTime().now();
    }

    void delivered(boolean replay) {
        delivered++;
        replayed += replay ? 1 : 0;
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
        if (!streams.enterCatchUp()) {
            away = ReconnectReason.OVERLOADED;
            return;
        }
        if (fellBehind) {
            streams.observer().catchUp();
        }
        streams.tails()
                .pages()
                .read(
                        cursor.room(),
                        cursor.position(),
                        found -> lane.execute(() -> {
                            streams.leaveCatchUp();
                            onPage(cursor, found);
                        }));
    }

    void awaitCheck(RoomCursor cursor) {
        cursor.tail()
                .check(known -> lane.after(known ? Duration.ZERO : PAGE_RETRY, () -> {
                    cursor.checked(known);
                    look(cursor);
                }));
    }

    private void onPage(RoomCursor cursor, Pages.Found found) {
        if (cursor.closed()) {
            return;
        }
        switch (found) {
            case Pages.Rows _, Pages.Trimmed _ -> take(cursor, found);
            case Pages.Nowhere _ -> cursor.tail().check(_ -> lane.after(LOG_MOVED_RETRY, () -> take(cursor, found)));
            case Pages.Unreadable _ -> {
                Duration pause = PAGE_RETRY.plusMillis(streams.random().nextLong(PAGE_RETRY.toMillis()));
                lane.after(pause, () -> take(cursor, found));
            }
        }
    }

    private void take(RoomCursor cursor, Pages.Found found) {
        cursor.pageFound(found);
        if (!outlet.writable()) {
            cursor.dropPage();
        }
        look(cursor);
    }

    /// The wheel has come round to it.
    void tick() {
        long now = lane.now();
        if (closed) {
            return;
        }
        if (progress.stalled(now)) {
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
                && outlet.writable()
                && now - lastWriteAt >= heartbeat().toNanos()) {
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
        long at = progress.waiting() || ended
                ? now + WATCH.toNanos()
                : Math.max(now, lastWriteAt + heartbeat().toNanos());
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
        outlet.end();
    }

    /// Another connection of the session has taken its place.
    void takenOver() {
        if (!ended) {
            leave();
            outlet.end();
        }
    }

    /// Nothing reaches the client any more.
    void abort() {
        leave();
        outlet.abort();
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
