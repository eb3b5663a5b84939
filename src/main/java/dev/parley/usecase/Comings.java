package dev.parley.usecase;

import dev.parley.delivery.Notice;
import dev.parley.delivery.Notice.Leaver;
import dev.parley.delivery.Notice.Person;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.UserId;
import dev.parley.lifecycle.LifecycleEntry;
import dev.parley.lifecycle.LifecycleKind;
import dev.parley.lifecycle.Visitor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Who came into a room and who went within a second. Who did both is not told of.
final class Comings {

    private final Map<UserId, Person> joins = new LinkedHashMap<>();
    private final Map<UserId, Leaver> leaves = new LinkedHashMap<>();

    void add(LifecycleEntry entry) {
        Visitor visitor = entry.visitor();
        if (visitor == null) {
            return;
        }
        UserId user = visitor.user();
        if (entry.kind() == LifecycleKind.ONLINE && leaves.remove(user) == null) {
            joins.put(user, new Person(user, visitor.name()));
        } else if (entry.kind() == LifecycleKind.OFFLINE && joins.remove(user) == null && entry.cause() != null) {
            leaves.put(user, new Leaver(user, entry.cause().wire()));
        }
    }

    boolean none() {
        return joins.isEmpty() && leaves.isEmpty();
    }

    /// @param more whether there were others
    Notice.Presence notice(RoomId room, long count, boolean more) {
        int most = Notice.Presence.MOST_NAMES;
        List<Person> came = joins.values().stream().limit(most).toList();
        List<Leaver> went = leaves.values().stream().limit(most - came.size()).toList();
        boolean cut = came.size() + went.size() < joins.size() + leaves.size();
        return new Notice.Presence(room, came, went, count, more || cut);
    }
}
