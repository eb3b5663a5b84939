package dev.parley.adapters.sql.postgres;

import dev.parley.adapters.sql.postgres.SessionRow.Slot;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.UserId;
import dev.parley.presence.LeaveCause;
import dev.parley.presence.SessionChange;
import dev.parley.presence.SessionChange.Join;
import dev.parley.presence.SessionChange.Leave;
import dev.parley.presence.SessionChange.Rejoin;
import dev.parley.presence.SessionChange.Restore;
import dev.parley.presence.SessionEntry;
import dev.parley.presence.SessionResult;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Decides the changes of one call in turn, from what was read under the locks of their rooms. Used once, by one
/// thread.
final class SessionDecision {

    /// Somebody in a room.
    record RoomUser(RoomId room, UserId user) {
        static RoomUser of(SessionEntry entry) {
            return new RoomUser(entry.key().room(), entry.user());
        }
    }

    private final Map<Slot, SessionRow> held;
    private final Set<RoomUser> departing;
    private final Set<RoomUser> known;
    private final long now;
    private final Map<Slot, SessionRow> changed = new HashMap<>();

    /// @param departing users a leave is being written down about, and those in rooms that are being vacated
    /// @param known users who have rows, of those that are to be restored
    /// @param now the database's clock in ms
    SessionDecision(Map<Slot, SessionRow> held, Set<RoomUser> departing, Set<RoomUser> known, long now) {
        this.held = new HashMap<>(held);
        this.departing = departing;
        this.known = new HashSet<>(known);
        this.now = now;
    }

    SessionResult decide(SessionChange change) {
        SessionRow row = held.get(Slot.of(change.key()));
        return switch (change) {
            case Join join -> join(join, row);
            case Rejoin rejoin -> rejoin(rejoin, row);
            case Leave leave -> leave(leave, row);
            case Restore restore -> restore(restore, row);
        };
    }

    /// The rows that are another than before.
    Collection<SessionRow> changed() {
        return changed.values();
    }

    private SessionResult join(Join join, @Nullable SessionRow row) {
        var joining = SessionRow.present(join.entry(), now - join.age().toMillis());
        if (row == null || row.departing()) {
            return enter(joining, row);
        }
        if (row.under(join.key().epoch())) {
            return put(SessionRow.present(join.entry(), row.openedAt()));
        }
        // No row was opened in the future: the clock was set back.
        boolean younger = row.openedAt() > joining.openedAt() && row.openedAt() <= now;
        return younger ? new SessionResult.Superseded() : replace(row, joining);
    }

    private SessionResult rejoin(Rejoin rejoin, @Nullable SessionRow row) {
        var again = SessionRow.present(
                rejoin.entry().under(rejoin.spare()), now - rejoin.age().toMillis());
        if (row == null || row.departing()) {
            return enter(again, row);
        }
        var entry = row.entry();
        if (row.under(rejoin.key().epoch()) || row.under(rejoin.spare())) {
            var stays = new SessionEntry(
                    entry.key(), entry.user(), entry.name(), rejoin.entry().node());
            return put(SessionRow.present(stays, row.openedAt()));
        }
        boolean older = row.openedAt() != SessionRow.NOT_TOLD
                && row.openedAt() + SessionChange.CERTAIN.toMillis() < again.openedAt();
        return older ? replace(row, again) : new SessionResult.Superseded();
    }

    private SessionResult replace(SessionRow row, SessionRow by) {
        var before = row.entry().node();
        put(by);
        return new SessionResult.Present(
                by.entry().key().epoch(),
                row.here() && !before.equals(by.entry().node()) ? before : null);
    }

    private SessionResult leave(Leave leave, @Nullable SessionRow row) {
        if (row != null && row.entry().key().equals(leave.key())) {
            put(row.leaving(leave.cause(), now, leave.grace()));
        }
        return new SessionResult.Noted();
    }

    private SessionResult restore(Restore restore, @Nullable SessionRow row) {
        if (row != null || known.contains(RoomUser.of(restore.entry()))) {
            return new SessionResult.Noted();
        }
        var graceful = SessionRow.present(restore.entry(), now).leaving(LeaveCause.LEASE_EXPIRED, now, restore.grace());
        return enter(graceful, null) instanceof SessionResult.Departing refused ? refused : new SessionResult.Noted();
    }

    /// @param row one that is departing from the same place
    private SessionResult enter(SessionRow entering, @Nullable SessionRow row) {
        boolean barred = departing.contains(RoomUser.of(entering.entry()));
        return row != null || barred ? new SessionResult.Departing() : put(entering);
    }

    private SessionResult put(SessionRow row) {
        var slot = Slot.of(row.entry().key());
        known.add(RoomUser.of(row.entry()));
        if (!row.equals(held.put(slot, row))) {
            changed.put(slot, row);
        }
        return new SessionResult.Present(row.entry().key().epoch());
    }
}
