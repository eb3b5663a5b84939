package dev.parley.adapters.memory;

import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import dev.parley.kernel.UserId;
import dev.parley.lifecycle.LifecycleEntry;
import dev.parley.lifecycle.LifecycleKind;
import dev.parley.lifecycle.LifecyclePage;
import dev.parley.lifecycle.LifecycleRow;
import dev.parley.lifecycle.OnlineUser;
import dev.parley.lifecycle.Visitor;
import dev.parley.presence.ConnectionEpoch;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The rows of the lifecycle log of a [MemoryStore], and what they say last of each user and room. Guarded by
/// the store's monitor.
final class LifecycleRows {

    /// Some 500 bytes each. The oldest go.
    static final int MOST = 200_000;

    private record Said(RoomId room, SessionId session, ConnectionEpoch epoch, LifecycleKind kind) {}

    /// @param user null for the room's own state
    private record Whose(RoomId room, @Nullable UserId user) {

        private static final Comparator<Whose> ORDER = Comparator.comparing((Whose whose) -> whose.room.value())
                .thenComparing(whose -> whose.user == null ? "" : whose.user.value());
    }

    private final NavigableMap<Long, LifecycleRow> rows = new TreeMap<>();
    private final Set<Said> said = new HashSet<>();
    private final Map<Whose, LifecycleRow> newest = new HashMap<>();
    /// Of those that are online.
    private final NavigableMap<Whose, LifecycleRow> online = new TreeMap<>(Whose.ORDER);

    private long head;
    private long lastTs;

    void append(LifecycleEntry entry, long now) {
        Visitor visitor = entry.visitor();
        if (visitor == null) {
            add(entry, now);
            return;
        }
        Whose whose = whose(entry, visitor);
        LifecycleRow last = newest.get(whose);
        boolean repeats = last != null && last.entry().kind() == entry.kind();
        if (!repeats && said.add(said(entry, visitor))) {
            newest.put(whose, add(entry, now));
            note(whose);
        }
    }

    private static Whose whose(LifecycleEntry entry, Visitor visitor) {
        boolean ofUser = entry.kind() == LifecycleKind.ONLINE || entry.kind() == LifecycleKind.OFFLINE;
        return new Whose(entry.room(), ofUser ? visitor.user() : null);
    }

    private static Said said(LifecycleEntry entry, Visitor visitor) {
        return new Said(entry.room(), visitor.session(), visitor.epoch(), entry.kind());
    }

    private LifecycleRow add(LifecycleEntry entry, long now) {
        if (rows.size() >= MOST) {
            removeOldest();
        }
        lastTs = Math.max(lastTs, now);
        var row = new LifecycleRow(++head, lastTs, entry);
        rows.put(head, row);
        return row;
    }

    private void note(Whose whose) {
        LifecycleRow row = newest.get(whose);
        if (row != null && row.entry().kind() == LifecycleKind.ONLINE) {
            online.put(whose, row);
        } else {
            online.remove(whose);
        }
    }

    LifecyclePage read(@Nullable Long after, int limit) {
        long first = first();
        long from = after == null ? first - 1 : after;
        if (from > head) {
            return new LifecyclePage.Ahead(first, head);
        }
        if (from < first - 1) {
            return new LifecyclePage.Expired(first, head);
        }
        return new LifecyclePage.Rows(
                rows.tailMap(from, false).values().stream().limit(limit).toList(), first, head);
    }

    private long first() {
        return rows.isEmpty() ? head + 1 : rows.firstKey();
    }

    List<OnlineUser> online(@Nullable OnlineUser after, int limit) {
        var rest = after == null
                ? online
                : online.tailMap(new Whose(after.room(), after.visitor().user()), false);
        return rest.values().stream().limit(limit).map(LifecycleRows::user).toList();
    }

    private static OnlineUser user(LifecycleRow row) {
        Visitor visitor = row.entry().visitor();
        if (visitor == null) {
            throw new IllegalStateException("somebody is online");
        }
        return new OnlineUser(row.entry().room(), visitor);
    }

    int trim(Duration keep, long most, int limit, long now) {
        int removed = 0;
        while (removed < limit
                && !rows.isEmpty()
                && (rows.size() > most || rows.firstEntry().getValue().ts() < now - keep.toMillis())) {
            removeOldest();
            removed++;
        }
        return removed;
    }

    private void removeOldest() {
        LifecycleRow oldest = rows.pollFirstEntry().getValue();
        Visitor visitor = oldest.entry().visitor();
        if (visitor != null) {
            said.remove(said(oldest.entry(), visitor));
            Whose whose = whose(oldest.entry(), visitor);
            newest.remove(whose, oldest);
            note(whose);
        }
    }
}
