package dev.parley.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.UserId;
import dev.parley.log.Append;
import dev.parley.log.AppendResult.Applied;
import dev.parley.log.AppendResult.PeopleStand;
import dev.parley.log.AppendResult.RoomExists;
import dev.parley.log.AppendResult.RulesMoved;
import dev.parley.log.Member;
import dev.parley.log.Notify;
import dev.parley.log.PeopleCounts;
import dev.parley.log.PeopleRefusal;
import dev.parley.log.Role;
import dev.parley.log.Standing;
import dev.parley.log.StateChange.ReplaceMember;
import dev.parley.room.RoomState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Members of rooms: with their event, from what they were, counted, and read.
abstract class MemberClauses extends StoreContract {

    private static final UserId BOB = new UserId("bob");
    private static final UserId CAROL = new UserId("carol");
    private static final Standing MEMBER = standing(Role.MEMBER);
    private static final Standing OWNER = standing(Role.OWNER);

    private static Standing standing(Role role) {
        return new Standing(role, Notify.ALL);
    }

    private static Append change(Appends room, String id, UserId user, @Nullable Standing from, @Nullable Standing to) {
        return room.people(id, new ReplaceMember(user, from, to));
    }

    private static PeopleStand stands(PeopleRefusal why) {
        return new PeopleStand(why);
    }

    private RoomState state(Appends room, UserId... asked) {
        return rooms.read(room.room(), Set.of(asked)).orElseThrow();
    }

    private Appends now(Appends room) {
        return Appends.to(state(room));
    }

    private List<String> members(Appends room, @Nullable Role role) {
        return store.people().members(room.room(), null, 500, role).stream()
                .map(member -> member.user().value() + " " + member.role().wire())
                .toList();
    }

    @Test
    void whoJoinsIsAMemberWithTheEventThatTellsOfIt() {
        var room = newRoom("lobby");
        append(room.message("m1"));

        var event = appended(change(room, "j1", BOB, null, standing(Role.MEMBER).withNotify(Notify.MENTIONS)));

        assertThat(event.seq()).isEqualTo(2);
        assertThat(ids(room)).containsExactly("m1", "j1");
        var bob = store.people().member(room.room(), BOB).orElseThrow();
        assertThat(bob.standing()).isEqualTo(new Standing(Role.MEMBER, Notify.MENTIONS));
        assertThat(bob.since()).isPositive();
        assertThat(store.people().member(room.room(), CAROL)).isEmpty();
    }

    @Test
    void aChangeWithoutAnEventTakesNoSeq() {
        var room = newRoom("lobby");

        assertThat(append(room.peopleWithoutEvent("j1", new ReplaceMember(BOB, null, MEMBER))))
                .allMatch(result -> result instanceof Applied applied && !applied.duplicate());

        assertThat(members(room, null)).containsExactly("bob member");
        assertThat(state(room).head()).isZero();
    }

    @Test
    void joiningLeavesTheRulesAndAllElseMovesThem() {
        var room = newRoom("lobby");
        long rules = state(room).rules();
        append(change(room, "j1", BOB, null, MEMBER));
        append(change(room, "j2", BOB, MEMBER, MEMBER.withNotify(Notify.NONE)));
        assertThat(state(room).rules()).isEqualTo(rules);
        long version = state(room).version();

        append(change(room, "j3", BOB, MEMBER.withNotify(Notify.NONE), standing(Role.SPEAKER)));

        assertThat(state(room).rules()).isEqualTo(rules + 1);
        assertThat(append(room.message("m1"))).containsExactly(new RulesMoved());
        append(change(now(room), "j4", BOB, standing(Role.SPEAKER), null));
        append(change(now(room), "j5", CAROL, null, OWNER));
        assertThat(state(room).rules()).isEqualTo(rules + 3);
        assertThat(state(room).version()).isEqualTo(version);
    }

    @Test
    void laterItemsOfABatchAreDecidedUnderTheRulesThatEarlierOnesMoved() {
        var room = newRoom("lobby");

        var results = append(change(room, "j1", BOB, null, OWNER), room.message("m1"));

        assertThat(results.get(1)).isEqualTo(new RulesMoved());
        assertThat(ids(room)).containsExactly("j1");
    }

    @Test
    void aChangeFromWhatNobodyIsAnyMoreFailsAlone() {
        var room = newRoom("lobby");
        append(change(room, "j1", BOB, null, MEMBER));

        var results = append(
                change(room, "j2", BOB, null, MEMBER),
                change(room, "j3", BOB, standing(Role.SPEAKER), MEMBER),
                change(room, "j4", CAROL, MEMBER, null),
                room.message("m1"));

        assertThat(results.subList(0, 3))
                .containsExactly(stands(PeopleRefusal.MOVED), stands(PeopleRefusal.MOVED), stands(PeopleRefusal.MOVED));
        assertThat(ids(room)).containsExactly("j1", "m1");
        assertThat(members(room, null)).containsExactly("bob member");
    }

    @Test
    void aRepeatIsAnsweredLikeTheFirstTryAlsoWhenHeIsSomethingElseByNow() {
        var room = newRoom("lobby");
        var joins = change(room, "j1", BOB, null, MEMBER);
        append(joins);
        append(change(room, "j2", BOB, MEMBER, null));

        assertThat(duplicate(appendOne(joins)).seq()).isEqualTo(1);

        assertThat(members(room, null)).isEmpty();
    }

    @Test
    void sinceIsWhenHeJoinedWhateverHeBecame() {
        var room = newRoom("lobby");
        append(change(room, "j1", BOB, null, MEMBER));
        long since = store.people().member(room.room(), BOB).orElseThrow().since();
        store.age(room.room(), Duration.ofSeconds(5));
        long joined = store.people().member(room.room(), BOB).orElseThrow().since();

        append(change(room, "j2", BOB, MEMBER, OWNER));

        assertThat(store.people().member(room.room(), BOB)).contains(new Member(BOB, OWNER, joined));
        assertThat(joined).isBetween(since - 5_000, since);
    }

    @Test
    void theOnlyOwnerStays() {
        var room = newRoom("lobby");
        append(change(room, "j1", BOB, null, OWNER));
        room = now(room);

        assertThat(append(change(room, "j2", BOB, OWNER, null), change(room, "j3", BOB, OWNER, MEMBER)))
                .containsExactly(stands(PeopleRefusal.LAST_OWNER), stands(PeopleRefusal.LAST_OWNER));

        append(change(room, "j4", CAROL, null, OWNER));
        append(change(now(room), "j5", BOB, OWNER, null));
        assertThat(members(room, null)).containsExactly("carol owner");
    }

    @Test
    void ofTwoOwnersWhoLeaveTogetherOneStays() {
        var room = newRoom("lobby");
        append(change(room, "j1", BOB, null, OWNER));
        append(change(now(room), "j2", CAROL, null, OWNER));
        room = now(room);

        var results = append(change(room, "j3", BOB, OWNER, null), change(room, "j4", CAROL, OWNER, null));

        assertThat(results.get(1)).isEqualTo(new RulesMoved());
        assertThat(append(change(now(room), "j4", CAROL, OWNER, null)))
                .containsExactly(stands(PeopleRefusal.LAST_OWNER));
    }

    @Test
    void staffIsBoundedAndBecomesFreeAgain() {
        var room = newRoom("lobby");
        for (int i = 0; i < PeopleCounts.MAX_STAFF; i++) {
            append(change(now(room), "s" + i, new UserId("s" + i), null, standing(Role.SPEAKER)));
        }

        assertThat(append(change(now(room), "more", BOB, null, standing(Role.SPEAKER))))
                .containsExactly(stands(PeopleRefusal.STAFF_FULL));

        append(change(now(room), "less", new UserId("s7"), standing(Role.SPEAKER), MEMBER));
        append(change(now(room), "again", BOB, null, standing(Role.SPEAKER)));
        assertThat(members(room, Role.MEMBER)).containsExactly("s7 member");
    }

    @Test
    void aRoomBeginsWithItsOwner() {
        var room = Appends.toNew("lobby");
        var creation = room.creationBy(BOB);

        assertThat(append(creation)).allMatch(Applied.class::isInstance);
        assertThat(append(Appends.toNew("lobby").creationBy(CAROL))).containsExactly(new RoomExists());

        assertThat(members(room, null)).containsExactly("bob owner");
        assertThat(append(change(now(room), "j1", BOB, OWNER, null))).containsExactly(stands(PeopleRefusal.LAST_OWNER));
    }

    @Test
    void aRoomIsReadWithItsStaffAndThoseWhoWereAskedFor() {
        var room = newRoom("lobby");
        append(change(room, "j1", new UserId("alice"), null, MEMBER), change(room, "j2", BOB, null, MEMBER));
        append(change(room, "j3", CAROL, null, OWNER));

        assertThat(state(room).people().staff()).isEqualTo(Map.of(CAROL, Role.OWNER));
        assertThat(state(room).people().members()).isEmpty();
        var asked = state(room, BOB, CAROL, new UserId("stranger")).people();
        assertThat(asked.members()).containsExactly(BOB);
        assertThat(asked.role(CAROL)).isEqualTo(Role.OWNER);
    }

    @Test
    void pagesOfMembersAreInTheOrderOfTheirIdsAndStayRightWhileOthersComeAndGo() {
        var room = newRoom("lobby");
        append(IntStream.range(0, 9)
                .mapToObj(i -> change(room, "j" + i, new UserId("u" + i), null, MEMBER))
                .toArray(Append[]::new));

        var first = store.people().members(room.room(), null, 4, null);
        append(change(room, "l3", new UserId("u3"), MEMBER, null));
        append(change(now(room), "j31", new UserId("u31"), null, MEMBER));
        var second = store.people().members(room.room(), first.getLast().user(), 4, null);

        assertThat(first).extracting(member -> member.user().value()).containsExactly("u0", "u1", "u2", "u3");
        assertThat(second).extracting(member -> member.user().value()).containsExactly("u31", "u4", "u5", "u6");
    }

    @Test
    void anotherLifeOfTheRoomKnowsNobodyOfTheOneBefore() {
        var room = newRoom("lobby");
        append(change(room, "j1", BOB, null, OWNER));
        append(now(room).destruction("d1", null));
        assertThat(members(room, null)).isEmpty();

        var again = newRoom("lobby");

        assertThat(members(again, null)).isEmpty();
        assertThat(state(again, BOB).people().role(BOB)).isNull();
        assertThat(append(change(again, "j1", BOB, null, MEMBER))).doesNotContain(stands(PeopleRefusal.MOVED));
        assertThat(log.sweep(500)).isPositive();
        assertThat(members(again, null)).containsExactly("bob member");
    }
}
