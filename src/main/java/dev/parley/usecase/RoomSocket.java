package dev.parley.usecase;

import dev.parley.access.Permission;
import dev.parley.access.Principal;
import dev.parley.delivery.Notice;
import dev.parley.delivery.OpenSocket;
import dev.parley.delivery.OpenStream;
import dev.parley.delivery.Reader;
import dev.parley.delivery.Signals;
import dev.parley.delivery.StreamStart;
import dev.parley.delivery.spi.LaneExecutor;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.TypeFilter;
import dev.parley.room.RoomState;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A user's connection over which rooms are subscribed to. Called on its lane only, and answers there.
public final class RoomSocket {

    private final Rooms rooms;
    private final RoomCreation creation;
    private final LaneExecutor lane;
    private final OpenSocket socket;
    private Principal who;

    RoomSocket(Rooms rooms, RoomCreation creation, LaneExecutor lane, Principal who, OpenSocket socket) {
        this.rooms = rooms;
        this.creation = creation;
        this.lane = lane;
        this.who = who;
        this.socket = socket;
    }

    /// For what the connection tells.
    public OpenStream stream() {
        return socket;
    }

    /// By the newest credentials.
    public Principal who() {
        return who;
    }

    /// The client said something, be it a pong.
    public void heard() {
        socket.heard();
    }

    /// Whether what the client says is read from now on.
    public void listening(boolean reads) {
        socket.listening(reads);
    }

    /// So many bytes were written to the connection that no room's are.
    public void beside(int bytes) {
        socket.beside(bytes);
    }

    /// Delivers a room; needs `subscribe` there. One that it delivers already begins anew.
    ///
    /// One at a time: the next follows the answer.
    ///
    /// @param pulls whether only is told that there is news, and the client pulls it
    /// @param answer before anything of the room is written
    public void subscribe(
            RoomId room,
            StreamStart start,
            TypeFilter types,
            Signals signals,
            boolean pulls,
            Consumer<Answer<Notice.RoomStart>> answer) {
        Principal asking = who;
        creation.readable(
                asking,
                room,
                start,
                access -> lane.execute(() -> {
                    switch (access) {
                        case Answer.Ok<RoomState>(var state) ->
                            socket.join(
                                    state,
                                    start,
                                    types,
                                    signals,
                                    pulls,
                                    joining -> answer.accept(judge(asking, room, joining)));
                        case Answer.Refused<RoomState>(var refusal) -> answer.accept(Answer.refused(refusal));
                    }
                }));
    }

    private Answer<Notice.RoomStart> judge(Principal asking, RoomId room, OpenSocket.Joining joining) {
        return switch (joining) {
            case OpenSocket.Joined(var start) -> Answer.ok(start);
            case OpenSocket.NotThere _ -> Answer.refused(rooms.absent(asking, room));
            case OpenSocket.TooManyRooms _ -> Answer.refused(new Refusal.TooManyRooms(OpenSocket.MAX_ROOMS));
            case OpenSocket.NoPlace _ -> Answer.refused(new Refusal.Overloaded(Rooms.RETRY_AFTER));
            case OpenSocket.NotReadable _ -> Answer.refused(new Refusal.StoreUnavailable(Rooms.RETRY_AFTER));
            case OpenSocket.Ended _ -> Answer.refused(new Refusal.Stopping());
        };
    }

    /// @return whether the room was delivered
    public boolean unsubscribe(RoomId room) {
        return socket.leave(room);
    }

    /// Goes on under new credentials, which must be the same user's. Rooms that they do not open are closed.
    ///
    /// @param validFor how long they are good from now on; null = no end
    /// @return false, and nothing has changed, when they are another user's
    public boolean renew(Principal renewed, @Nullable Duration validFor) {
        if (!renewed.id().equals(who.id())) {
            return false;
        }
        who = renewed;
        socket.renew(reader(rooms, renewed), validFor);
        return true;
    }

    static Reader reader(Rooms rooms, Principal who) {
        return new Reader(
                who.id(),
                who.name(),
                state -> rooms.policy()
                        .decide(who, state.id(), state, Permission.SUBSCRIBE)
                        .allowed());
    }
}
