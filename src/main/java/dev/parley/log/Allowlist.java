package dev.parley.log;

import static java.util.Comparator.comparing;

import dev.parley.kernel.UserId;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

/// Who may send half as much again as a room's inbound limit leaves to all. In the order of their ids.
public record Allowlist(Set<UserId> users) {

    /// Users of one room; who adds another is refused.
    public static final int MAX = 500;

    public static final Allowlist NOBODY = new Allowlist(Set.of());

    public Allowlist {
        var sorted = new LinkedHashSet<UserId>();
        users.stream().sorted(comparing(UserId::value)).forEach(sorted::add);
        users = Collections.unmodifiableSet(sorted);
    }

    public boolean has(UserId user) {
        return users.contains(user);
    }

    public Allowlist with(UserId user) {
        var changed = new LinkedHashSet<>(users);
        changed.add(user);
        return new Allowlist(changed);
    }

    public Allowlist without(UserId user) {
        var changed = new LinkedHashSet<>(users);
        changed.remove(user);
        return new Allowlist(changed);
    }
}
