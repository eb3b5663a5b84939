package dev.parley.adapters.memory;

import dev.parley.kernel.NodeId;
import dev.parley.presence.ConnectionEpoch;
import dev.parley.presence.Departure;
import dev.parley.presence.LeaveCause;
import dev.parley.presence.SessionEntry;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// An entry of a [MemoryPresenceRegistry] and its state. Guarded by the registry's monitor; times in
/// milliseconds.
final class HeldSession {

    SessionEntry entry;
    /// When its connection was opened, as far as the registry can tell.
    private final long openedAt;

    /// When its grace is over; [Long#MAX_VALUE] = it is in none.
    private long leavesAt = Long.MAX_VALUE;

    private LeaveCause cause = LeaveCause.CLOSED;
    private @Nullable Departure departure;
    private long claimedUntil;

    HeldSession(SessionEntry entry, long openedAt) {
        this.entry = entry;
        this.openedAt = openedAt;
    }

    long openedAt() {
        return openedAt;
    }

    boolean under(ConnectionEpoch epoch) {
        return entry.key().epoch().equals(epoch);
    }

    boolean departing() {
        return departure != null;
    }

    boolean vacates() {
        return departure != null && departure.vacates();
    }

    /// Neither in its grace nor departing.
    boolean here() {
        return leavesAt == Long.MAX_VALUE && departure == null;
    }

    void stay(NodeId node) {
        entry = new SessionEntry(entry.key(), entry.user(), entry.name(), node);
        leavesAt = Long.MAX_VALUE;
    }

    void leave(LeaveCause why, long now, Duration grace) {
        long at = now + grace.toMillis();
        if (departure == null && at < leavesAt) {
            leavesAt = at;
            cause = why;
        }
    }

    long leavesAt() {
        return leavesAt;
    }

    /// Whether somebody is to write down that it has left.
    boolean due(long now) {
        return leavesAt <= now && (departure == null || claimedUntil <= now);
    }

    Departure depart(boolean last, boolean vacates) {
        Departure begun = new Departure(entry, cause, last, vacates);
        departure = begun;
        return begun;
    }

    @Nullable
    Departure departure() {
        return departure;
    }

    void claim(long until) {
        claimedUntil = until;
    }
}
