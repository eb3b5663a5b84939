package dev.parley.usecase;

import dev.parley.access.Permission;
import dev.parley.access.Principal;
import dev.parley.delivery.StreamStart;
import dev.parley.kernel.RoomId;
import dev.parley.log.Append;
import dev.parley.log.AppendLanes;
import dev.parley.log.AppendResult;
import dev.parley.log.RoomKind;
import dev.parley.log.StateChange.CreateRoom;
import dev.parley.room.RoomState;
import java.util.function.Consumer;

/// Creates rooms for those who come to read, where the server is set to.
final class RoomCreation {

    private final Rooms rooms;
    private final AppendLanes lanes;
    private final ServerIds ids;
    private final boolean on;

    RoomCreation(Rooms rooms, AppendLanes lanes, ServerIds ids, boolean on) {
        this.rooms = rooms;
        this.lanes = lanes;
        this.ids = ids;
        this.on = on;
    }

    /// The room as this reader may read it, made where it is missing and may be. A cursor is of a room that was there.
    void readable(Principal who, RoomId room, StreamStart start, Consumer<Answer<RoomState>> answer) {
        rooms.readable(who, room, access -> {
            if (isAbsent(access) && start instanceof StreamStart.Fresh && may(who, room)) {
                create(who, room, answer);
            } else {
                answer.accept(access);
            }
        });
    }

    private static boolean isAbsent(Answer<RoomState> access) {
        return access instanceof Answer.Refused<RoomState> refused && refused.refusal() instanceof Refusal.RoomNotFound;
    }

    /// Whether a room that is not there is made for this reader.
    boolean may(Principal who, RoomId room) {
        return on
                && rooms.policy().decide(who, room, null, Permission.SUBSCRIBE).allowed();
    }

    /// Creates the room unless somebody else just did, and answers like a look at it. A room that could not be made
    /// is not told as one that does not exist: the first may be tried again, the second ends a browser's stream.
    void create(Principal who, RoomId room, Consumer<Answer<RoomState>> answer) {
        var creation = CreateRoom.ofDefaults(ids.life(), RoomKind.DURABLE);
        var append = Append.ofCreation(room, who.author(), ids.messageId(), creation);
        lanes.append(append, result -> {
            switch (result) {
                case AppendResult.StoreFull _ ->
                    answer.accept(Answer.refused(new Refusal.StoreUnavailable(Rooms.RETRY_AFTER)));
                case AppendResult.Unsettled unsettled -> answer.accept(Answer.refused(Refusals.of(unsettled)));
                case AppendResult.Settled _ -> rooms.reload(who, room, Permission.SUBSCRIBE, answer);
            }
        });
    }
}
