package dev.parley.usecase;

import dev.parley.delivery.Attendance;
import dev.parley.delivery.Attendee;
import dev.parley.delivery.Notice.CloseReason;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import dev.parley.kernel.UserId;
import dev.parley.presence.Connection;
import dev.parley.presence.LeaveCause;
import dev.parley.presence.PresenceKeeper;
import org.jspecify.annotations.Nullable;

/// Tells presence which rooms the connections of this node read.
public final class KeptAttendance implements Attendance {

    private final PresenceKeeper keeper;

    public KeptAttendance(PresenceKeeper keeper) {
        this.keeper = keeper;
    }

    @Override
    public void came(RoomId room, Attendee who) {
        keeper.came(room, new Attending(who));
    }

    @Override
    public void went(RoomId room, Attendee who, @Nullable CloseReason reason) {
        LeaveCause cause = reason == CloseReason.DESTROYED ? LeaveCause.DESTROYED : LeaveCause.CLOSED;
        keeper.went(room, new Attending(who), cause);
    }

    /// Equal when it is the same connection.
    private record Attending(Attendee who) implements Connection {

        @Override
        public SessionId session() {
            return who.session();
        }

        @Override
        public UserId user() {
            return who.user();
        }

        @Override
        public @Nullable String name() {
            return who.name();
        }

        @Override
        public void superseded() {
            who.giveWay();
        }
    }
}
