package dev.parley.lifecycle;

import dev.parley.kernel.NodeId;
import dev.parley.kernel.SessionId;
import dev.parley.lifecycle.spi.LifecycleLog;
import dev.parley.presence.Departure;
import dev.parley.presence.PresenceKeeper;
import dev.parley.presence.SessionChange;
import dev.parley.presence.SessionEntry;
import dev.parley.presence.SessionKey;
import dev.parley.presence.SessionListener;
import dev.parley.presence.spi.PresenceRegistry;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Writes into the lifecycle log who comes and goes.
///
/// Everybody who comes is offered to the log, which keeps a user's first session and a room's first: that is
/// decided where the rows are, for the registry may have forgotten. So whoever crashed before he wrote leaves
/// a hole that the user's next session closes.
public final class LifecycleWriter implements SessionListener {

    /// Where those are who are in the log and not in the registry: nowhere.
    private static final NodeId NOWHERE = new NodeId("restored");

    private static final String RESTORED = "restored-";
    private static final int LONGEST_ID = 64;

    private final LifecycleLog log;
    private final boolean restores;

    public LifecycleWriter(LifecycleLog log) {
        this(log, true);
    }

    /// @param restores whether everybody in the log is the registry's: not while others write into the log
    ///     who have a registry of their own
    public LifecycleWriter(LifecycleLog log, boolean restores) {
        this.log = log;
        this.restores = restores;
    }

    @Override
    public void came(List<SessionEntry> entries) {
        var rows = new ArrayList<LifecycleEntry>();
        for (SessionEntry entry : entries) {
            rows.add(row(LifecycleKind.OCCUPIED, entry));
            rows.add(row(LifecycleKind.ONLINE, entry));
        }
        append(rows);
    }

    @Override
    public void departing(List<Departure> departures) {
        var rows = new ArrayList<LifecycleEntry>();
        for (Departure departure : departures) {
            SessionEntry entry = departure.entry();
            if (departure.last()) {
                rows.add(new LifecycleEntry(
                        LifecycleKind.OFFLINE, entry.key().room(), Visitor.of(entry), departure.cause()));
            }
            if (departure.vacates()) {
                rows.add(row(LifecycleKind.VACATED, entry));
            }
        }
        append(rows);
    }

    private static LifecycleEntry row(LifecycleKind kind, SessionEntry entry) {
        return new LifecycleEntry(kind, entry.key().room(), Visitor.of(entry), null);
    }

    private void append(List<LifecycleEntry> rows) {
        for (int from = 0; from < rows.size(); from += LifecycleLog.MOST_ROWS) {
            log.append(List.copyOf(rows.subList(from, Math.min(rows.size(), from + LifecycleLog.MOST_ROWS))));
        }
    }

    @Override
    public void restore(PresenceRegistry registry) {
        if (!restores) {
            return;
        }
        OnlineUser last = null;
        do {
            last = restore(registry, last);
        } while (last != null);
    }

    /// @return where the next portion begins; null = there is none
    private @Nullable OnlineUser restore(PresenceRegistry registry, @Nullable OnlineUser after) {
        List<OnlineUser> users = log.online(after, LifecycleLog.MOST_ROWS);
        registry.apply(users.stream().map(LifecycleWriter::restored).toList());
        return users.size() < LifecycleLog.MOST_ROWS ? null : users.getLast();
    }

    /// As a session of its own, the same whoever restores it: his own may be open under another epoch than
    /// the log has.
    private static SessionChange restored(OnlineUser user) {
        Visitor visitor = user.visitor();
        String id = RESTORED + visitor.session().value();
        var session = new SessionId(id.substring(0, Math.min(id.length(), LONGEST_ID)));
        var key = new SessionKey(user.room(), session, visitor.epoch());
        return new SessionChange.Restore(
                new SessionEntry(key, visitor.user(), visitor.name(), NOWHERE), PresenceKeeper.GRACE);
    }
}
