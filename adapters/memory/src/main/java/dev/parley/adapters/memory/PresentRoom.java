package dev.parley.adapters.memory;

import dev.parley.kernel.NodeId;
import dev.parley.kernel.UserId;
import dev.parley.presence.Departure;
import dev.parley.presence.Occupancy;
import dev.parley.presence.PresentUser;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/// The entries of one room of a [MemoryPresenceRegistry], by user. Guarded by the registry's monitor.
final class PresentRoom {

    /// Of one user: many have one, some machines' users thousands.
    private static final class Visits {
        final Set<HeldSession> all = new HashSet<>(2);
        /// Those that are not departing.
        int present;
    }

    private final NavigableMap<String, Visits> users = new TreeMap<>();
    private long present;
    private long presentUsers;
    private int vacating;

    void add(HeldSession held) {
        Visits visits = users.computeIfAbsent(held.entry.user().value(), _ -> new Visits());
        visits.all.add(held);
        present++;
        presentUsers += visits.present++ == 0 ? 1 : 0;
    }

    /// @return whether nothing is left
    boolean remove(HeldSession held) {
        Visits visits = of(held.entry.user());
        visits.all.remove(held);
        if (!held.departing()) {
            left(visits);
        } else if (held.vacates()) {
            vacating--;
        }
        if (visits.all.isEmpty()) {
            users.remove(held.entry.user().value());
        }
        return users.isEmpty();
    }

    private void left(Visits visits) {
        present--;
        presentUsers -= --visits.present == 0 ? 1 : 0;
    }

    /// Whether a leave is being written down that has to come before this user's next coming.
    boolean departs(UserId user) {
        Visits visits = of(user);
        return vacating > 0 || visits.present < visits.all.size();
    }

    /// Whether he has an entry, departing or not.
    boolean holds(UserId user) {
        return users.containsKey(user.value());
    }

    Departure depart(HeldSession held) {
        Visits visits = of(held.entry.user());
        Departure departure = held.depart(visits.present == 1, present == 1);
        left(visits);
        vacating += departure.vacates() ? 1 : 0;
        return departure;
    }

    private Visits of(UserId user) {
        Visits visits = users.get(user.value());
        return visits == null ? new Visits() : visits;
    }

    List<PresentUser> after(String user, int limit) {
        return users.tailMap(user, false).values().stream()
                .filter(visits -> visits.present > 0)
                .limit(limit)
                .map(PresentRoom::user)
                .toList();
    }

    private static PresentUser user(Visits visits) {
        List<HeldSession> present =
                visits.all.stream().filter(held -> !held.departing()).toList();
        String name = present.stream()
                .map(held -> held.entry.name())
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        return new PresentUser(present.getFirst().entry.user(), name, present.size());
    }

    Occupancy occupancy(long now) {
        return new Occupancy(present, presentUsers, now);
    }

    Set<NodeId> nodes() {
        var nodes = new HashSet<NodeId>();
        users.values().stream()
                .flatMap(visits -> visits.all.stream())
                .filter(held -> !held.departing())
                .forEach(held -> nodes.add(held.entry.node()));
        return nodes;
    }
}
