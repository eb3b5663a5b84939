package dev.parley.delivery;

import dev.parley.delivery.RoomOpening.Begun;
import dev.parley.delivery.RoomOpening.Outcome;
import dev.parley.delivery.Streams.Opened;
import dev.parley.delivery.spi.Outlet;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import dev.parley.room.RoomState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/// A stream on its way to be opened: all its rooms decide at the same time where it begins, then it is put
/// onto its lane. It holds a reader's place in each room's tail and gives back those it does not hand on.
final class StreamOpening {

    private final Streams streams;
    private final DeliveryLane lane;
    private final Outlet outlet;
    private final Reader reader;
    private final StreamRequest request;
    private final List<RoomState> rooms;
    private final Consumer<Streams.Opening> answer;
    private final Map<RoomId, Outcome> outcomes = new ConcurrentHashMap<>();
    private final List<Tail> held = new ArrayList<>();
    private final AtomicInteger undecided;
    private final AtomicBoolean answered = new AtomicBoolean();
    private final long askedAt;

    StreamOpening(
            Streams streams,
            DeliveryLane lane,
            Outlet outlet,
            Reader reader,
            StreamRequest request,
            long askedAt,
            List<RoomState> rooms,
            Consumer<Streams.Opening> answer) {
        this.streams = streams;
        this.lane = lane;
        this.outlet = outlet;
        this.reader = reader;
        this.request = request;
        this.rooms = rooms;
        this.answer = answer;
        this.undecided = new AtomicInteger(rooms.size());
        this.askedAt = askedAt;
    }

    void begin() {
        for (RoomState room : rooms) {
            Tail tail = streams.tails().acquire(room.id());
            if (tail == null) {
                refuse(new Streams.Full());
                return;
            }
            held.add(tail);
        }
        for (int i = 0; i < held.size(); i++) {
            Tail tail = held.get(i);
            new RoomOpening(
                            tail,
                            rooms.get(i).kind(),
                            request.start(),
                            request.types(),
                            streams.tails().pages(),
                            outcome -> onOutcome(tail, outcome))
                    .begin();
        }
        if (undecided.get() > 0) {
            streams.timers().after(Streams.OPENING_DEADLINE, () -> refuse(new Streams.Unreadable()));
        }
    }

    private void onOutcome(Tail tail, Outcome outcome) {
        outcomes.put(tail.room(), outcome);
        if (undecided.decrementAndGet() == 0) {
            lane.execute(this::decided);
        }
    }

    private void refuse(Streams.Opening refusal) {
        if (answered.compareAndSet(false, true)) {
            held.forEach(streams.tails()::release);
            streams.notOpened();
            answer.accept(refusal);
        }
    }

    private void decided() {
        boolean unreadable = outcomes.values().stream().anyMatch(RoomOpening.Unreadable.class::isInstance);
        boolean anyRoom = outcomes.values().stream().anyMatch(Begun.class::isInstance);
        if (streams.draining()) {
            refuse(new Streams.Stopping());
        } else if (unreadable) {
            refuse(new Streams.Unreadable());
        } else if (!anyRoom) {
            refuse(new Streams.Gone());
        } else if (answered.compareAndSet(false, true)) {
            open();
        }
    }

    private void open() {
        SessionId session = request.session() == null ? streams.newSession() : request.session();
        List<Begun> begun = begun();
        var stream = new Stream(lane, outlet, StreamTerms.of(request), reader, session, askedAt);
        streams.register(stream);
        StreamCursors cursors = cursors(stream, begun);
        stream.begin(cursors);
        cursors.open().forEach(cursor -> lane.ask(cursor, request.signals()));
        answer.accept(new Opened(stream));
    }

    private StreamCursors cursors(Stream stream, List<Begun> begun) {
        if (!request.multi()) {
            Begun room = begun.getFirst();
            return new OneRoomCursors(cursor(stream, room), room);
        }
        var cursors = new MultiRoomCursors(request.rooms(), closedAtOnce(begun), brought(), lane.now());
        begun.forEach(room -> cursors.add(cursor(stream, room), room));
        return cursors;
    }

    private RoomCursor cursor(Stream stream, Begun begun) {
        PullMark pulls = request.pulled().contains(begun.tail().room()) ? new PullMark() : null;
        return new RoomCursor(stream, begun, request.types(), pulls);
    }

    /// In the order of the request; the tails of the others are given back.
    private List<Begun> begun() {
        List<Begun> begun = new ArrayList<>();
        for (Tail tail : held) {
            if (outcomes.get(tail.room()) instanceof Begun room) {
                begun.add(room);
            } else {
                streams.tails().release(tail);
            }
        }
        return begun;
    }

    private List<RoomId> closedAtOnce(List<Begun> begun) {
        List<RoomId> closed = new ArrayList<>(request.rooms());
        begun.forEach(room -> closed.remove(room.tail().room()));
        return closed;
    }

    private Map<RoomId, Position> brought() {
        return request.start() instanceof StreamStart.After(var positions) ? positions : new LinkedHashMap<>();
    }
}
