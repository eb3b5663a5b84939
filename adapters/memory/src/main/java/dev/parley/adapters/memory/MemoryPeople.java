package dev.parley.adapters.memory;

import dev.parley.kernel.UserId;
import dev.parley.log.Member;
import dev.parley.log.PeopleBook;
import dev.parley.log.PeopleCounts;
import dev.parley.log.PeopleRuling;
import dev.parley.log.Role;
import dev.parley.log.StateChange.ReplaceMember;
import dev.parley.room.People;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The members of one life of a room. Guarded by the store's monitor.
final class MemoryPeople {

    private final NavigableMap<String, Member> members = new TreeMap<>();
    private final NavigableMap<String, Member> staff = new TreeMap<>();
    private PeopleCounts counts = PeopleCounts.NOBODY;

    PeopleRuling ruling(ReplaceMember change, long now) {
        return PeopleRuling.of(change, new PeopleBook(counts, member(change.user())), now);
    }

    void apply(UserId user, PeopleRuling.Made made, MemoryUsage usage) {
        var before = members.remove(user.value());
        staff.remove(user.value());
        usage.remove(before == null ? 0 : 1, 0);
        counts = made.after().counts();
        if (made.after().member() != null) {
            add(made.after().member());
            usage.add(1, 0);
        }
    }

    /// The room begins with him.
    void found(Member owner) {
        counts = PeopleCounts.NOBODY.with(owner.role());
        add(owner);
    }

    private void add(Member member) {
        members.put(member.user().value(), member);
        if (member.role() != Role.MEMBER) {
            staff.put(member.user().value(), member);
        }
    }

    int size() {
        return members.size();
    }

    /// For a life that ended.
    ///
    /// @return whether there was one
    boolean removeOne(MemoryUsage usage) {
        if (members.pollFirstEntry() == null) {
            return false;
        }
        usage.remove(1, 0);
        return true;
    }

    @Nullable
    Member member(UserId user) {
        return members.get(user.value());
    }

    List<Member> after(@Nullable UserId after, int limit, @Nullable Role role) {
        var rows = role == null || role == Role.MEMBER ? members : staff;
        return rows.tailMap(after == null ? "" : after.value(), false).values().stream()
                .filter(member -> role == null || member.role() == role)
                .limit(limit)
                .toList();
    }

    People of(Set<UserId> asked) {
        return new People(
                staff.values().stream().collect(Collectors.toMap(Member::user, Member::role)),
                asked.stream()
                        .filter(user -> members.containsKey(user.value()) && !staff.containsKey(user.value()))
                        .collect(Collectors.toSet()));
    }
}
