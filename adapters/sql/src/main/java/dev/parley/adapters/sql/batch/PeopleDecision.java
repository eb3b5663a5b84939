package dev.parley.adapters.sql.batch;

import dev.parley.kernel.UserId;
import dev.parley.log.Member;
import dev.parley.log.Notify;
import dev.parley.log.PeopleBook;
import dev.parley.log.PeopleCounts;
import dev.parley.log.PeopleRuling;
import dev.parley.log.Role;
import dev.parley.log.Standing;
import dev.parley.log.StateChange.ReplaceMember;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// What a batch makes of rooms' people.
final class PeopleDecision {

    private final HeldPeople stored;
    private final Map<RoomPerson, Optional<Member>> members = new LinkedHashMap<>();
    private final Map<RoomLife, PeopleCounts> counts = new LinkedHashMap<>();

    PeopleDecision(HeldPeople stored) {
        this.stored = stored;
    }

    PeopleRuling ruling(RoomLife life, ReplaceMember change, long now) {
        var person = new RoomPerson(life, change.user());
        Optional<Member> member = members.getOrDefault(person, stored.members().getOrDefault(person, Optional.empty()));
        var count = counts.getOrDefault(life, stored.counts().getOrDefault(life, PeopleCounts.NOBODY));
        return PeopleRuling.of(change, new PeopleBook(count, member.orElse(null)), now);
    }

    void apply(RoomLife life, UserId user, PeopleRuling.Made made) {
        members.put(new RoomPerson(life, user), Optional.ofNullable(made.after().member()));
        counts.put(life, made.after().counts());
    }

    /// The room begins with him.
    void found(RoomLife life, UserId owner, long now) {
        var member = new Member(owner, new Standing(Role.OWNER, Notify.ALL), now);
        members.put(new RoomPerson(life, owner), Optional.of(member));
        counts.put(life, PeopleCounts.NOBODY.with(Role.OWNER));
    }

    HeldPeople writes() {
        return new HeldPeople(members, counts);
    }
}
