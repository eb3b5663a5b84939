package dev.parley.usecase;

import dev.parley.access.Decision;
import dev.parley.access.Principal;
import dev.parley.delivery.OpenStream;
import dev.parley.delivery.StreamRequest;
import dev.parley.delivery.Streams;
import dev.parley.delivery.spi.LaneExecutor;
import dev.parley.delivery.spi.Outlet;
import dev.parley.kernel.RoomId;
import dev.parley.room.RoomState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/// One request for a stream: all its rooms are looked up at the same time, then the stream opens over those
/// that may be read. Whatever is not a decision about access (the store is away, say) refuses the stream as
/// a whole.
final class StreamAttempt {

    private final Rooms rooms;
    private final Streams streams;
    private final RoomCreation creation;
    private final Principal who;
    private final StreamRequest request;
    private final LaneExecutor lane;
    private final Outlet outlet;
    private final Consumer<Answer<OpenStream>> answer;
    private final Map<RoomId, Answer<RoomState>> found = new ConcurrentHashMap<>();
    private final AtomicInteger open;
    private final long askedAt;

    StreamAttempt(
            Rooms rooms,
            Streams streams,
            RoomCreation creation,
            Principal who,
            StreamRequest request,
            LaneExecutor lane,
            Outlet outlet,
            Consumer<Answer<OpenStream>> answer) {
        this.rooms = rooms;
        this.streams = streams;
        this.creation = creation;
        this.who = who;
        this.request = request;
        this.lane = lane;
        this.outlet = outlet;
        this.answer = answer;
        this.askedAt = streams.now();
        this.open = new AtomicInteger(request.rooms().size());
    }

    void begin() {
        request.rooms().forEach(room -> creation.readable(who, room, request.start(), access -> onRoom(room, access)));
    }

    private void onRoom(RoomId room, Answer<RoomState> access) {
        found.put(room, access);
        if (open.decrementAndGet() == 0) {
            decide();
        }
    }

    private void decide() {
        List<RoomState> readable = new ArrayList<>();
        Refusal denied = null;
        for (RoomId room : request.rooms()) {
            switch (found.get(room)) {
                case Answer.Ok<RoomState>(var state) -> readable.add(state);
                case Answer.Refused<RoomState>(var refusal) when aboutAccess(refusal) -> denied = denial(refusal);
                case Answer.Refused<RoomState>(var refusal) -> {
                    refuse(refusal);
                    return;
                }
                case null -> throw new IllegalStateException("every room was looked up");
            }
        }
        if (readable.isEmpty() && denied != null) {
            refuse(denied);
        } else {
            streams.open(RoomSocket.reader(rooms, who), request, askedAt, readable, lane, outlet, this::onOpening);
        }
    }

    private static boolean aboutAccess(Refusal refusal) {
        return refusal instanceof Refusal.Forbidden || refusal instanceof Refusal.RoomNotFound;
    }

    /// A stream of several rooms tells none of them apart.
    private Refusal denial(Refusal refusal) {
        return request.multi() ? new Refusal.Forbidden(Decision.Rule.NO_GRANT) : refusal;
    }

    private void onOpening(Streams.Opening opening) {
        switch (opening) {
            case Streams.Opened(var stream) -> answer.accept(Answer.ok(stream));
            case Streams.Gone _ ->
                refuse(denial(rooms.absent(who, request.rooms().getFirst())));
            case Streams.Full _ -> refuse(new Refusal.Overloaded(Rooms.RETRY_AFTER));
            case Streams.Unreadable _ -> refuse(new Refusal.StoreUnavailable(Rooms.RETRY_AFTER));
            case Streams.Stopping _ -> refuse(new Refusal.Stopping());
        }
    }

    private void refuse(Refusal refusal) {
        answer.accept(Answer.refused(refusal));
    }
}
