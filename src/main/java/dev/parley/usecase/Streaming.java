package dev.parley.usecase;

import dev.parley.access.AccessPolicy;
import dev.parley.access.Principal;
import dev.parley.delivery.OpenStream;
import dev.parley.delivery.StreamRequest;
import dev.parley.delivery.Streams;
import dev.parley.delivery.spi.LaneExecutor;
import dev.parley.delivery.spi.Outlet;
import dev.parley.kernel.SessionId;
import dev.parley.log.AppendLanes;
import dev.parley.room.RoomRules;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Opens streams: authorise, decide about the cursor by the log, then deliver until the connection ends.
/// What a stream may read is decided anew whenever the room's rules move, at most about a second late.
public final class Streaming {

    private final Rooms rooms;
    private final Streams streams;
    private final RoomCreation creation;

    /// @param lanes create missing rooms
    /// @param random safe for use by several threads
    /// @param autoCreate whether a stream without a cursor creates the rooms it may read and that do not
    ///     exist
    public Streaming(
            RoomRules rules,
            AccessPolicy policy,
            AppendLanes lanes,
            Streams streams,
            RandomGenerator random,
            boolean autoCreate) {
        this.rooms = new Rooms(rules, policy);
        this.streams = streams;
        this.creation = new RoomCreation(rooms, lanes, new ServerIds(random), autoCreate);
    }

    /// Opens a stream; needs `subscribe` in the room, of several rooms in one of them.
    ///
    /// A refusal comes on any thread; the outlet was not touched and never will be. Otherwise the answer
    /// comes on the lane, before anything is written: the response's head is written there, and the outlet
    /// says `writable` as soon as it is. A connection that has ended meanwhile is told to the stream there.
    public void open(
            Principal who,
            StreamRequest request,
            LaneExecutor lane,
            Outlet outlet,
            Consumer<Answer<OpenStream>> answer) {
        new StreamAttempt(rooms, streams, creation, who, request, lane, outlet, answer).begin();
    }

    /// Opens a connection without rooms, over which they are subscribed to.
    ///
    /// A refusal ([Refusal.Overloaded], [Refusal.Stopping]) comes at once and leaves the outlet untouched.
    /// Otherwise the answer comes on the lane, before anything is written.
    ///
    /// @param session takes the place of this session of the same user; null = a new one
    /// @param validFor how long the credentials are good from now on; null = no end
    public void connect(
            Principal who,
            @Nullable SessionId session,
            @Nullable Duration validFor,
            LaneExecutor lane,
            Outlet outlet,
            Consumer<Answer<RoomSocket>> answer) {
        streams.connect(RoomSocket.reader(rooms, who), session, validFor, lane, outlet, connecting -> {
            switch (connecting) {
                case Streams.Connected(var socket) ->
                    answer.accept(Answer.ok(new RoomSocket(rooms, creation, lane, who, socket)));
                case Streams.Full _ -> answer.accept(Answer.refused(new Refusal.Overloaded(Rooms.RETRY_AFTER)));
                case Streams.Stopping _ -> answer.accept(Answer.refused(new Refusal.Stopping()));
            }
        });
    }

    /// Takes no more streams ([Refusal.Stopping]) and sends those that are open away, spread over this
    /// window. Calls back once all have ended, or were aborted shortly after it. Call once.
    public void drain(Duration window, Runnable done) {
        streams.drain(window, done);
    }
}
