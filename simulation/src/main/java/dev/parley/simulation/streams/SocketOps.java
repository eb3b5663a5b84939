package dev.parley.simulation.streams;

import dev.parley.access.Principal;
import dev.parley.delivery.Notice;
import dev.parley.delivery.Signals;
import dev.parley.delivery.StreamStart;
import dev.parley.kernel.RoomId;
import dev.parley.simulation.streams.Frame.Resume;
import dev.parley.usecase.Answer;
import dev.parley.usecase.RoomSocket;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What one client says over its socket, as the node hears it: a little later, in order, and what is about
/// rooms one after the other.
final class SocketOps {

    private static final int LATEST_NANOS = 2_000_000;

    /// Who hears what became of it.
    interface Speaker {
        void joined(RoomId room);

        void denied(RoomId room);

        /// The credentials are another user's.
        void dismissed();
    }

    private final StreamWorld world;
    private final SimulatedLane lane;
    private final Wire wire;
    private final Transcript transcript;
    private final RoomSocket socket;
    private final Speaker speaker;
    private final SplittableRandom random;
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private boolean joining;
    private long lastArrival;

    SocketOps(
            StreamWorld world,
            SimulatedLane lane,
            Wire wire,
            Transcript transcript,
            RoomSocket socket,
            Speaker speaker) {
        this.world = world;
        this.lane = lane;
        this.wire = wire;
        this.transcript = transcript;
        this.socket = socket;
        this.speaker = speaker;
        this.random = world.random.split();
    }

    private void say(Runnable op) {
        long now = world.time.nanos();
        lastArrival = Math.max(lastArrival + 1, now + random.nextInt(LATEST_NANOS));
        world.time.after(
                Duration.ofNanos(lastArrival - now),
                () -> lane.execute(() -> {
                    if (!wire.over()) {
                        transcript.add(new Transcript.Heard(world.time.nanos()));
                        socket.heard();
                        op.run();
                    }
                }));
    }

    private void inTurn(Runnable op) {
        if (joining) {
            waiting.add(op);
        } else {
            op.run();
        }
    }

    void pong() {
        say(() -> {});
    }

    /// @param wishes for this room alone
    void subscribe(Wishes wishes, @Nullable String after) {
        StreamStart start = wishes.start(after);
        say(() -> inTurn(() -> {
            joining = true;
            join(wishes, wishes.ask(start, world.time.nanos(), null), world.wiring.start(start, world.history));
        }));
    }

    private void join(Wishes wishes, Ask ask, StreamStart start) {
        RoomId room = wishes.rooms().getFirst();
        long askedAt = world.time.nanos();
        world.trace.note(transcript + " subscribes to " + room + " " + start);
        socket.subscribe(room, start, wishes.types(), Signals.NONE, false, answer -> {
            joining = false;
            answered(room, ask, askedAt, answer);
            while (!joining && !waiting.isEmpty()) {
                waiting.remove().run();
            }
        });
    }

    private void answered(RoomId room, Ask ask, long askedAt, Answer<Notice.RoomStart> answer) {
        if (wire.closed()) {
            return;
        }
        long now = world.time.nanos();
        switch (answer) {
            case Answer.Ok<Notice.RoomStart>(var begin) -> {
                boolean again = transcript.rooms().contains(room);
                var told = new Frame.Room(
                        begin.epoch(),
                        begin.head(),
                        Resume.valueOf(begin.resume().name()));
                world.trace.note(transcript + " has joined " + room + " " + told);
                transcript.add(new Transcript.Subscribed(now, ask, askedAt, told));
                lane.watch().subscribed(transcript, room, again);
                speaker.joined(room);
            }
            case Answer.Refused<Notice.RoomStart>(var refusal) -> {
                world.trace.note(transcript + " may not join " + room + ": " + refusal);
                transcript.add(new Transcript.Denied(now, room, askedAt, refusal));
                speaker.denied(room);
            }
        }
    }

    void unsubscribe(RoomId room) {
        say(() -> inTurn(() -> {
            boolean had = socket.unsubscribe(room);
            world.trace.note(transcript + " unsubscribes from " + room + ": " + had);
            transcript.add(new Transcript.Unsubscribed(world.time.nanos(), room));
            lane.watch().unsubscribed(transcript, room);
        }));
    }

    /// @param rooms that the new credentials open
    void renew(Principal principal, Set<RoomId> rooms, @Nullable Duration validFor) {
        say(() -> {
            long now = world.time.nanos();
            world.trace.note(transcript + " renews for " + rooms + " and " + validFor);
            if (socket.renew(principal, validFor)) {
                long expiresAt = validFor == null ? Long.MAX_VALUE : now + validFor.toNanos();
                transcript.add(new Transcript.Renewed(now, rooms, expiresAt));
            } else {
                speaker.dismissed();
            }
        });
    }

    /// Publishes as who it is by then.
    void publish(Consumer<Principal> publishing) {
        say(() -> publishing.accept(socket.who()));
    }
}
