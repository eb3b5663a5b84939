package dev.parley.delivery;

import dev.parley.delivery.RoomOpening.Begun;
import dev.parley.delivery.RoomOpening.Outcome;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import dev.parley.kernel.TypeFilter;
import dev.parley.room.RoomState;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A stream and the rooms that joined it. Touched on its lane only.
final class Socket implements OpenSocket {

    private final Stream stream;
    private final SocketCursors cursors;
    private final Streams streams;
    /// The room that is on its way in.
    private @Nullable Attempt attempt;

    private boolean watched;

    Socket(Stream stream, SocketCursors cursors) {
        this.stream = stream;
        this.cursors = cursors;
        this.streams = stream.lane().streams();
    }

    @Override
    public SessionId session() {
        return stream.session();
    }

    @Override
    public void writable() {
        stream.writable();
    }

    @Override
    public void closed() {
        stream.closed();
    }

    @Override
    public void heard() {
        stream.heard();
    }

    @Override
    public void listening(boolean reads) {
        stream.listening(reads);
    }

    @Override
    public void beside(int bytes) {
        stream.beside(bytes);
    }

    @Override
    public void join(
            RoomState room,
            StreamStart start,
            TypeFilter types,
            Signals signals,
            boolean pulls,
            Consumer<Joining> answer) {
        if (attempt != null) {
            throw new IllegalStateException("one room joins at a time");
        }
        if (stream.ended()) {
            answer.accept(new Ended());
            return;
        }
        if (cursors.open().size() >= MAX_ROOMS && cursors.in(room.id()) == null) {
            answer.accept(new TooManyRooms());
            return;
        }
        Tail tail = streams.tails().acquire(room.id());
        if (tail == null) {
            answer.accept(new NoPlace());
        } else {
            var begun = new Attempt(tail, types, signals, pulls ? new PullMark() : null, answer);
            attempt = begun;
            begun.begin(room, start);
            watch();
        }
    }

    @Override
    public boolean leave(RoomId room) {
        RoomCursor cursor = cursors.in(room);
        if (cursor != null) {
            cursor.close();
            stream.lane().leave(cursor);
            cursors.open();
        }
        return cursor != null;
    }

    @Override
    public void renew(Reader reader, @Nullable Duration validFor) {
        stream.renew(reader, validFor);
    }

    /// One timer watches over all attempts, for they follow each other.
    private void watch() {
        if (!watched) {
            watched = true;
            stream.lane().after(Streams.OPENING_DEADLINE, this::look);
        }
    }

    private void look() {
        watched = false;
        Attempt waiting = attempt;
        if (waiting == null) {
            return;
        }
        if (streams.now() - waiting.begunAt >= Streams.OPENING_DEADLINE.toNanos()) {
            waiting.refuse(new NotReadable());
        } else {
            watch();
        }
    }

    /// A room on its way to be joined. It holds a reader's place in the room's tail and gives it back unless
    /// the socket takes it.
    private final class Attempt {

        private final Tail tail;
        private final TypeFilter types;
        private final Signals signals;
        private final @Nullable PullMark pulls;
        private final Consumer<Joining> answer;
        private final long begunAt = streams.now();

        Attempt(Tail tail, TypeFilter types, Signals signals, @Nullable PullMark pulls, Consumer<Joining> answer) {
            this.tail = tail;
            this.types = types;
            this.signals = signals;
            this.pulls = pulls;
            this.answer = answer;
        }

        void begin(RoomState room, StreamStart start) {
            DeliveryLane lane = stream.lane();
            new RoomOpening(
                            tail,
                            room.kind(),
                            start,
                            types,
                            streams.tails().pages(),
                            outcome -> lane.execute(() -> decide(outcome)))
                    .begin();
        }

        private void decide(Outcome outcome) {
            switch (outcome) {
                case Begun begun when !stream.ended() -> join(begun);
                case Begun _ -> refuse(new Ended());
                case RoomOpening.Gone _ -> refuse(new NotThere());
                case RoomOpening.Unreadable _ -> refuse(new NotReadable());
            }
        }

        private void refuse(Joining refusal) {
            if (underWay()) {
                attempt = null;
                streams.tails().release(tail);
                answer.accept(refusal);
            }
        }

        private void join(Begun begun) {
            if (!underWay()) {
                return;
            }
            attempt = null;
            leave(tail.room());
            var cursor = new RoomCursor(stream, begun, types, pulls);
            cursor.beginWith(begun.gap());
            cursors.add(cursor);
            stream.join(cursor);
            stream.lane().ask(cursor, signals);
            // Nothing is written before the lane's next task, and the answer may make the room leave again.
            answer.accept(new Joined(begun.start()));
        }

        /// Whether it has not been answered yet.
        private boolean underWay() {
            return attempt == this;
        }
    }
}
