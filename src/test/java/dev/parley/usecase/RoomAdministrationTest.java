package dev.parley.usecase;

import static dev.parley.usecase.UseCaseFixture.ANNA;
import static dev.parley.usecase.UseCaseFixture.LOBBY;
import static dev.parley.usecase.UseCaseFixture.ROOT;
import static dev.parley.usecase.UseCaseFixture.member;
import static dev.parley.usecase.UseCaseFixture.settings;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.access.Decision.Rule;
import dev.parley.access.Permission;
import dev.parley.access.Principal;
import dev.parley.kernel.Event;
import dev.parley.kernel.RoomId;
import dev.parley.log.Retention;
import dev.parley.log.RoomKind;
import dev.parley.log.RoomSettings;
import dev.parley.log.spi.OutcomeUnknownException;
import dev.parley.log.spi.StoreUnavailableException;
import dev.parley.room.RoomState;
import dev.parley.usecase.UseCaseFixture.Ear;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RoomAdministrationTest {

    private static final Principal OWNER = member("olga", Permission.MANAGE);
    private static final Precondition NONE = Precondition.none();
    private static final Precondition ABSENT = new Precondition.Absent();
    private static final Precondition PRESENT = new Precondition.Present();

    private final UseCaseFixture fixture = new UseCaseFixture();
    private final FakeStore store = fixture.store;
    private final RoomAdministration administration = fixture.administration;

    private static Precondition version(Long... versions) {
        return new Precondition.Version(Set.of(versions));
    }

    private static SettingsChange titled(String title) {
        return (_, now) -> new RoomSettings(title, now.retention(), now.inboundPerSecond(), now.frozen());
    }

    private static SettingsChange frozen() {
        return (_, now) -> new RoomSettings(now.title(), now.retention(), now.inboundPerSecond(), true);
    }

    private Answer<RoomResult> put(@Nullable RoomKind kind, SettingsChange change, Precondition precondition) {
        var ear = new Ear<Answer<RoomResult>>();
        administration.put(OWNER, LOBBY, kind, change, precondition, ear);
        fixture.offload.finishAll();
        return ear.heard();
    }

    private Answer<RoomResult> patch(@Nullable RoomKind kind, SettingsChange change, Precondition precondition) {
        var ear = new Ear<Answer<RoomResult>>();
        administration.patch(OWNER, LOBBY, kind, change, precondition, ear);
        fixture.offload.finishAll();
        return ear.heard();
    }

    private Answer<Boolean> destroy(Precondition precondition) {
        var ear = new Ear<Answer<Boolean>>();
        administration.destroy(OWNER, LOBBY, precondition, ear);
        fixture.offload.finishAll();
        return ear.heard();
    }

    private static RoomResult result(Answer<RoomResult> answer) {
        return ((Answer.Ok<RoomResult>) answer).value();
    }

    private static <T> Answer<T> refused(Refusal refusal) {
        return Answer.refused(refusal);
    }

    @Test
    void putCreatesARoomFromTheDefaultsOfItsKind() {
        RoomResult result = result(put(RoomKind.LIVE, titled("Live!"), NONE));

        assertThat(result.created()).isTrue();
        assertThat(result.room()).isEqualTo(store.room(LOBBY).state());
        assertThat(store.room(LOBBY).settings)
                .isEqualTo(new RoomSettings("Live!", new Retention(10_000, 86_400), 200, false));
        assertThat(store.room(LOBBY).events).as("a creation has no event").isEmpty();
    }

    @Test
    void aRoomIsDurableUnlessItsKindIsNamed() {
        put(null, titled(""), NONE);

        assertThat(store.room(LOBBY).kind).isEqualTo(RoomKind.DURABLE);
    }

    @Test
    void putReplacesAllSettingsAndTellsSo() {
        var room = fixture.create(LOBBY, "aaaaaaaa");
        store.replace(room, settings("old", true));
        RoomResult result = result(put(null, titled("new"), NONE));

        assertThat(result.created()).isFalse();
        assertThat(result.room().settings()).isEqualTo(settings("new", false));
        assertThat(result.room().version()).isEqualTo(3);
        assertThat(room.events).extracting(event -> event.type().value()).containsExactly("room.updated");
        assertThat(room.events).extracting(Event::author).containsExactly(OWNER.author());
    }

    @Test
    void patchChangesWhatItNames() {
        var room = fixture.create(LOBBY, "aaaaaaaa");
        store.replace(room, settings("old", true));

        assertThat(result(patch(null, titled("new"), NONE)).room().settings()).isEqualTo(settings("new", true));
    }

    @Test
    void whereNothingChangesThereIsNoEvent() {
        var room = fixture.create(LOBBY, "aaaaaaaa");
        store.replace(room, settings("same", false));

        assertThat(result(put(null, titled("same"), NONE))).isEqualTo(new RoomResult(room.state(), false));
        assertThat(result(patch(RoomKind.DURABLE, titled("same"), version(2L))))
                .isEqualTo(new RoomResult(room.state(), false));
        assertThat(room.events).isEmpty();
        assertThat(store.transactions).isZero();
    }

    @Test
    void patchNeedsARoom() {
        assertThat(patch(null, titled("x"), NONE)).isEqualTo(refused(new Refusal.RoomNotFound()));
        assertThat(store.rooms).isEmpty();
    }

    @Test
    void theKindIsFixedAtCreation() {
        var room = fixture.create(LOBBY, "aaaaaaaa");

        assertThat(put(RoomKind.LIVE, titled("x"), NONE)).isEqualTo(refused(new Refusal.KindFixed()));
        assertThat(patch(RoomKind.LIVE, titled("x"), NONE)).isEqualTo(refused(new Refusal.KindFixed()));
        assertThat(room.version).isEqualTo(1);
    }

    @Test
    void preconditionsAreComparedWithTheRoomAsItIs() {
        assertThat(put(null, titled("x"), PRESENT)).isEqualTo(refused(new Refusal.VersionConflict(0)));
        assertThat(put(null, titled("x"), version(1L))).isEqualTo(refused(new Refusal.VersionConflict(0)));
        assertThat(patch(null, titled("x"), PRESENT)).isEqualTo(refused(new Refusal.VersionConflict(0)));
        assertThat(destroy(PRESENT)).isEqualTo(refused(new Refusal.VersionConflict(0)));
        assertThat(result(put(null, titled("1"), ABSENT)).created()).isTrue();

        assertThat(put(null, titled("x"), ABSENT)).isEqualTo(refused(new Refusal.VersionConflict(1)));
        assertThat(patch(null, titled("x"), version(2L))).isEqualTo(refused(new Refusal.VersionConflict(1)));
        assertThat(destroy(version(2L, 3L))).isEqualTo(refused(new Refusal.VersionConflict(1)));
        assertThat(destroy(ABSENT)).isEqualTo(refused(new Refusal.VersionConflict(1)));
        assertThat(result(patch(null, titled("2"), version(1L, 7L))).room().version())
                .isEqualTo(2);
        assertThat(result(put(null, titled("3"), PRESENT)).room().version()).isEqualTo(3);
        assertThat(destroy(version(3L))).isEqualTo(Answer.ok(true));
    }

    @Test
    void aPatchThatLostARaceIsAppliedToWhatWon() {
        var room = fixture.create(LOBBY, "aaaaaaaa");
        store.others.add(() -> store.replace(room, settings("theirs", false)));

        assertThat(result(patch(null, frozen(), NONE)).room().settings()).isEqualTo(settings("theirs", true));
        assertThat(room.events).hasSize(1);
    }

    @Test
    void aVersionThatLostARaceIsAConflict() {
        var room = fixture.create(LOBBY, "aaaaaaaa");
        store.others.add(() -> store.replace(room, settings("theirs", false)));

        assertThat(patch(null, frozen(), version(1L))).isEqualTo(refused(new Refusal.VersionConflict(2)));
        assertThat(room.events).isEmpty();
    }

    @Test
    void aCreationThatLostARaceReplacesOrIsAConflict() {
        store.others.add(() -> fixture.create(LOBBY, "bbbbbbbb"));
        RoomResult result = result(put(null, titled("mine"), NONE));
        assertThat(result.created()).isFalse();
        assertThat(result.room().settings().title()).isEqualTo("mine");
        assertThat(result.room().epoch()).isEqualTo(store.room(LOBBY).epoch);

        store.rooms.clear();
        store.others.add(() -> fixture.create(LOBBY, "cccccccc"));
        assertThat(put(null, titled("mine"), ABSENT)).isEqualTo(refused(new Refusal.VersionConflict(1)));
    }

    @Test
    void theEndOfARoomIsItsLastEvent() {
        var room = fixture.create(LOBBY, "aaaaaaaa");

        assertThat(destroy(NONE)).isEqualTo(Answer.ok(true));
        assertThat(store.rooms).isEmpty();
        assertThat(room.events).extracting(event -> event.type().value()).containsExactly("room.destroyed");
        assertThat(destroy(NONE)).isEqualTo(Answer.ok(false));
    }

    @Test
    void aRoomThatSomebodyElseDestroyedMeanwhileWasNotDestroyedByUs() {
        var room = fixture.create(LOBBY, "aaaaaaaa");
        store.others.add(() -> store.rooms.clear());

        assertThat(destroy(NONE)).isEqualTo(Answer.ok(false));
        assertThat(room.events).isEmpty();
    }

    @Test
    void anEndWhoseAnswerWasLostIsFoundToHaveHappened() {
        fixture.create(LOBBY, "aaaaaaaa");
        var ear = new Ear<Answer<Boolean>>();
        administration.destroy(OWNER, LOBBY, NONE, ear);
        fixture.offload.finishNext();
        fixture.offload.next().finishButFail(new OutcomeUnknownException("planned", new IllegalStateException()));
        fixture.time.advanceMillis(50);
        fixture.offload.finishAll();

        assertThat(ear.heard()).isEqualTo(Answer.ok(true));
        assertThat(store.destroyed).hasSize(1);
    }

    @Test
    void anEndWhoseAnswerWasLostDoesNotTouchTheNextRoomOfThatName() {
        fixture.create(LOBBY, "aaaaaaaa");
        var ear = new Ear<Answer<Boolean>>();
        administration.destroy(OWNER, LOBBY, NONE, ear);
        fixture.offload.finishNext();
        fixture.offload.next().finishButFail(new OutcomeUnknownException("planned", new IllegalStateException()));
        fixture.create(LOBBY, "bbbbbbbb");
        fixture.time.advanceMillis(50);
        fixture.offload.finishAll();

        assertThat(ear.heard()).isEqualTo(Answer.ok(true));
        assertThat(store.rooms).hasSize(1);
    }

    @Test
    void aLostTryThatTheLogDoesNotHaveIsDecidedAgain() {
        var room = fixture.create(LOBBY, "aaaaaaaa");
        var ear = new Ear<Answer<RoomResult>>();
        administration.patch(OWNER, LOBBY, null, titled("x"), NONE, ear);
        fixture.offload.finishNext();
        fixture.offload.next().fail(new OutcomeUnknownException("planned", new IllegalStateException()));
        store.replace(room, settings("theirs", true));
        fixture.time.advanceMillis(50);
        fixture.offload.finishAll();

        assertThat(result(ear.heard()).created()).isFalse();
        assertThat(room.settings).isEqualTo(settings("x", true));
        assertThat(room.events).hasSize(1);
    }

    @Test
    void aChangeWhoseAnswerWasLostIsFoundAndNotMadeTwice() {
        var room = fixture.create(LOBBY, "aaaaaaaa");
        var ear = new Ear<Answer<RoomResult>>();
        administration.patch(OWNER, LOBBY, null, titled("x"), NONE, ear);
        fixture.offload.finishNext();
        fixture.offload.next().finishButFail(new OutcomeUnknownException("planned", new IllegalStateException()));
        fixture.time.advanceMillis(50);
        fixture.offload.finishAll();

        assertThat(result(ear.heard()).room().settings().title()).isEqualTo("x");
        assertThat(room.events).hasSize(1);
    }

    @Test
    void aChangeThatMayBeAmongTheLastEventsOfALifeThatIsOverStaysOpen() {
        fixture.create(LOBBY, "aaaaaaaa");
        var ear = new Ear<Answer<RoomResult>>();
        administration.patch(OWNER, LOBBY, null, titled("x"), NONE, ear);
        fixture.offload.finishNext();
        fixture.offload.next().finishButFail(new OutcomeUnknownException("planned", new IllegalStateException()));
        store.rooms.clear();
        fixture.time.advanceMillis(50);
        fixture.offload.finishAll();

        assertThat(ear.heard()).isEqualTo(refused(new Refusal.OutcomeUnknown(null)));
    }

    @Test
    void aChangeThatWasMadeIsNeverToldAsIfNothingWasWritten() {
        var room = fixture.create(LOBBY, "aaaaaaaa");
        var ear = new Ear<Answer<RoomResult>>();
        administration.patch(OWNER, LOBBY, null, titled("x"), NONE, ear);
        fixture.offload.finishNext();
        fixture.offload.finishNext();
        fixture.offload.next().fail(new StoreUnavailableException("planned"));

        assertThat(ear.heard()).isEqualTo(refused(new Refusal.OutcomeUnknown(null)));
        assertThat(room.settings.title()).isEqualTo("x");
    }

    @Test
    void aRoomThatIsGoneAfterItsChangeLeavesTheOutcomeOpen() {
        fixture.create(LOBBY, "aaaaaaaa");
        var ear = new Ear<Answer<RoomResult>>();
        administration.patch(OWNER, LOBBY, null, titled("x"), NONE, ear);
        fixture.offload.finishNext();
        fixture.offload.finishNext();
        store.rooms.clear();
        fixture.offload.finishAll();

        assertThat(((Answer.Refused<RoomResult>) ear.heard()).refusal()).isInstanceOf(Refusal.OutcomeUnknown.class);
    }

    @Test
    void aRoomThatKeepsMovingIsAnOverload() {
        var room = fixture.create(LOBBY, "aaaaaaaa");
        for (int i = 0; i < 30; i++) {
            store.others.add(() -> store.replace(room, settings("theirs", false)));
        }

        assertThat(patch(null, titled("x"), NONE)).isEqualTo(refused(new Refusal.Overloaded(Duration.ofSeconds(1))));
        assertThat(store.transactions).isEqualTo(16);
    }

    @Test
    void allRoundsTogetherHaveOneDeadline() {
        fixture.create(LOBBY, "aaaaaaaa");
        var ear = new Ear<Answer<RoomResult>>();
        administration.patch(OWNER, LOBBY, null, titled("x"), NONE, ear);
        fixture.time.advanceMillis(6_000);
        fixture.offload.finishNext();
        fixture.time.advanceMillis(4_250);

        assertThat(((Answer.Refused<RoomResult>) ear.heard()).refusal()).isInstanceOf(Refusal.OutcomeUnknown.class);
    }

    @Test
    void roomsAreManagedByWhoMayManageThem() {
        var ear = new Ear<Answer<RoomResult>>();
        administration.put(ANNA, LOBBY, null, titled("x"), NONE, ear);
        fixture.offload.finishAll();
        assertThat(ear.heard()).isEqualTo(refused(new Refusal.Forbidden(Rule.NO_GRANT)));
        assertThat(store.rooms).isEmpty();

        var admin = new Ear<Answer<RoomResult>>();
        administration.put(ROOT, new RoomId("elsewhere"), null, titled("x"), NONE, admin);
        fixture.offload.finishAll();
        assertThat(result(admin.heard()).created()).isTrue();
    }

    @Test
    void aRoomIsShownAsItIsToWhoMayReadIt() {
        var room = fixture.create(LOBBY, "aaaaaaaa");
        fixture.know(LOBBY);
        store.replace(room, settings("new", false));
        assertThat(get(ANNA, LOBBY)).isEqualTo(Answer.ok(room.state()));
        assertThat(get(OWNER, LOBBY)).isEqualTo(refused(new Refusal.Forbidden(Rule.NO_GRANT)));
        assertThat(get(ANNA, new RoomId("l2"))).isEqualTo(refused(new Refusal.RoomNotFound()));
        assertThat(get(ANNA, new RoomId("other"))).isEqualTo(refused(new Refusal.Forbidden(Rule.NO_GRANT)));
    }

    private Answer<RoomState> get(Principal who, RoomId room) {
        var ear = new Ear<Answer<RoomState>>();
        administration.get(who, room, ear);
        fixture.offload.finishAll();
        return ear.heard();
    }

    @Test
    void roomsAreListedPageByPageForAdministrators() {
        for (String id : new String[] {"a", "l1", "l2", "l3", "m"}) {
            fixture.create(new RoomId(id), "aaaaaaaa");
        }
        RoomPage first = page(ROOT, "l", "", 2);
        assertThat(first.items()).extracting(room -> room.id().value()).containsExactly("l1", "l2");
        assertThat(first.next()).isEqualTo("l2");
        RoomPage last = page(ROOT, "l", "l2", 2);
        assertThat(last.items()).extracting(room -> room.id().value()).containsExactly("l3");
        assertThat(last.next()).isNull();
        assertThat(page(ROOT, "l", "", 3).next()).as("exactly full").isNull();

        var ear = new Ear<Answer<RoomPage>>();
        administration.list(OWNER, "l", "", 2, ear);
        assertThat(ear.heard()).isEqualTo(refused(new Refusal.Forbidden(Rule.NO_GRANT)));
    }

    private RoomPage page(Principal who, String prefix, String after, int limit) {
        var ear = new Ear<Answer<RoomPage>>();
        administration.list(who, prefix, after, limit, ear);
        fixture.offload.finishAll();
        return ((Answer.Ok<RoomPage>) ear.heard()).value();
    }
}
