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

    private final NavigableMap<String, Set<HeldSession>> users = new TreeMap<>();
    private long present;
    private long presentUsers;
    private int vacating;

    void add(HeldSession held) {
        Set<HeldSession> sessions = users.computeIfAbsent(held.entry.user().value(), _ -> new HashSet<>(2));
        present++;
        presentUsers += present(sessions) == 0 ? 1 : 0;
        sessions.add(held);
    }

    /// @return whether nothing is left
    boolean remove(HeldSession held) {
        Set<HeldSession> sessions = of(held.entry.user());
        sessions.remove(held);
        if (!held.departing()) {
            left(sessions);
        } else if (held.vacates()) {
            vacating--;
        }
        if (sessions.isEmpty()) {
            users.remove(held.entry.user().value());
        }
        return users.isEmpty();
    }

    private void left(Set<HeldSession> sessions) {
        present--;
        presentUsers -= present(sessions) == 0 ? 1 : 0;
    }

    /// Whether a leave is being written down that has to come before this user's next coming.
    boolean departs(UserId user) {
        return vacating > 0 || of(user).stream().anyMatch(HeldSession::departing);
    }

    Departure depart(HeldSession held) {
        Set<HeldSession> sessions = of(held.entry.user());
        Departure departure = held.depart(present(sessions) == 1, present == 1);
        left(sessions);
        vacating += departure.vacates() ? 1 : 0;
        return departure;
    }

    private Set<HeldSession> of(UserId user) {
        return users.getOrDefault(user.value(), Set.of());
    }

    private static int present(Set<HeldSession> sessions) {
        return (int) sessions.stream().filter(held -> !held.departing()).count();
    }

    List<PresentUser> after(String user, int limit) {
        return users.tailMap(user, false).values().stream()
                .filter(sessions -> present(sessions) > 0)
                .limit(limit)
                .map(PresentRoom::user)
                .toList();
    }

    private static PresentUser user(Set<HeldSession> sessions) {
        List<HeldSession> present =
                sessions.stream().filter(held -> !held.departing()).toList();
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
                .flatMap(Set::stream)
                .filter(held -> !held.departing())
                .forEach(held -> nodes.add(held.entry.node()));
        return nodes;
    }
}
