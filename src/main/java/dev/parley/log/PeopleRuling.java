package dev.parley.log;

import dev.parley.log.StateChange.ReplaceMember;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What becomes of a room's people by a change: what a store asks under the room's lock, for new changes only.
/// Pure; every store decides by it, so that all decide alike.
public sealed interface PeopleRuling {

    /// It is so, and then this is held.
    record Made(PeopleBook after) implements PeopleRuling {}

    record Refused(PeopleRefusal why) implements PeopleRuling {}

    /// @param now ms of the store's clock
    static PeopleRuling of(ReplaceMember change, PeopleBook book, long now) {
        Member member = book.member();
        Standing held = member == null ? null : member.standing();
        if (!Objects.equals(change.from(), held)) {
            return new Refused(PeopleRefusal.MOVED);
        }
        Standing wanted = change.to();
        PeopleCounts after = book.counts().without(member);
        Member next = null;
        if (wanted != null) {
            after = after.with(wanted.role());
            next = new Member(change.user(), wanted, member == null ? now : member.since());
        }
        PeopleRefusal refusal = refusal(book.counts(), after);
        return refusal == null ? new Made(new PeopleBook(after, next)) : new Refused(refusal);
    }

    private static @Nullable PeopleRefusal refusal(PeopleCounts before, PeopleCounts after) {
        if (before.owners() > 0 && after.owners() == 0) {
            return PeopleRefusal.LAST_OWNER;
        }
        if (after.members() > before.members() && after.members() > PeopleCounts.MAX_MEMBERS) {
            return PeopleRefusal.MEMBERS_FULL;
        }
        return after.staff() > before.staff() && after.staff() > PeopleCounts.MAX_STAFF
                ? PeopleRefusal.STAFF_FULL
                : null;
    }
}
