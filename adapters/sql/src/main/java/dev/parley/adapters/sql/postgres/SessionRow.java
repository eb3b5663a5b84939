package dev.parley.adapters.sql.postgres;

import dev.parley.kernel.NodeId;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import dev.parley.kernel.UserId;
import dev.parley.presence.ConnectionEpoch;
import dev.parley.presence.Departure;
import dev.parley.presence.LeaveCause;
import dev.parley.presence.SessionEntry;
import dev.parley.presence.SessionKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A row of `session`; times in ms of the database's clock.
///
/// @param openedAt when its connection was opened, as far as the database can tell; or [#NOT_TOLD]
/// @param leavesAt when its grace is over; null = it is present
/// @param cause why it leaves, together with the time
/// @param departing whether its leave is being written down
/// @param last whether it was its user's last then
/// @param vacates whether it was the room's last then
record SessionRow(
        SessionEntry entry,
        long openedAt,
        @Nullable Long leavesAt,
        @Nullable LeaveCause cause,
        boolean departing,
        boolean last,
        boolean vacates) {

    /// By an older release: there the last one told is the newest.
    static final long NOT_TOLD = 0;

    /// Where it stands: a session is in a room once.
    record Slot(RoomId room, SessionId session) {
        static Slot of(SessionKey key) {
            return new Slot(key.room(), key.session());
        }
    }

    /// In the order in which [#of] reads them, of the table `s`.
    static final String COLUMNS = "s.room, s.session_id, s.epoch, s.user_id, s.name, s.node, s.leaves_at, s.cause,"
            + " s.claimed_until is not null, s.last_of_user, s.vacates, s.opened_at";

    static SessionRow present(SessionEntry entry, long openedAt) {
        return new SessionRow(entry, openedAt, null, null, false, false, false);
    }

    boolean under(ConnectionEpoch epoch) {
        return entry.key().epoch().equals(epoch);
    }

    /// Neither in its grace nor departing.
    boolean here() {
        return leavesAt == null && !departing;
    }

    static SessionRow of(ResultSet row) throws SQLException {
        var key = new SessionKey(
                new RoomId(row.getString(1)), new SessionId(row.getString(2)), new ConnectionEpoch(row.getLong(3)));
        var entry = new SessionEntry(key, new UserId(row.getString(4)), row.getString(5), new NodeId(row.getString(6)));
        long leavesAt = row.getLong(7);
        boolean leaves = !row.wasNull();
        return new SessionRow(
                entry,
                row.getLong(12),
                leaves ? leavesAt : null,
                leaves ? LeaveCause.of(row.getString(8)) : null,
                row.getBoolean(9),
                row.getBoolean(10),
                row.getBoolean(11));
    }

    /// Of two leaves the one that is over first counts.
    SessionRow leaving(LeaveCause why, long now, Duration grace) {
        long at = now + grace.toMillis();
        return departing || (leavesAt != null && leavesAt <= at)
                ? this
                : new SessionRow(entry, openedAt, at, why, false, false, false);
    }

    SessionRow departing(boolean ofUser, boolean ofRoom) {
        return new SessionRow(entry, openedAt, leavesAt, cause, true, ofUser, ofRoom);
    }

    Departure departure() {
        if (cause == null) {
            throw new IllegalStateException("who departs has a reason");
        }
        return new Departure(entry, cause, last, vacates);
    }
}
