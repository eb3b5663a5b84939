package dev.parley.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.log.AppendResult.Applied;
import dev.parley.log.AppendResult.IdReused;
import dev.parley.log.AppendResult.NoSuchRoom;
import dev.parley.log.AppendResult.RoomExists;
import dev.parley.log.AppendResult.RulesMoved;
import dev.parley.log.AppendResult.VersionConflict;
import dev.parley.log.LogPage;
import dev.parley.log.PageRequest;
import dev.parley.log.Retention;
import dev.parley.log.RoomKind;
import dev.parley.log.RoomSettings;
import dev.parley.room.RoomState;
import org.junit.jupiter.api.Test;

/// Changes of a room's state: with their events, under their preconditions, and once.
abstract class ChangeClauses extends StoreContract {

    private static final RoomSettings QUIET = new RoomSettings("Quiet", new Retention(10, 60), 5, true);
    private static final RoomSettings LOUD = new RoomSettings("Loud", Retention.KEEP_ALL, 0, false);

    @Test
    void aNewRoomBeginsWithItsProposedLifeAndEmpty() {
        var room = Appends.toNew("lobby");

        var result = appendOne(room.creation(RoomKind.LIVE, QUIET));

        var state = state(room);
        assertThat(result).isEqualTo(new Applied(state.epoch(), false));
        assertThat(state)
                .returns(room.room(), RoomState::id)
                .returns(room.terms().life(), it -> it.epoch().life())
                .returns(generation.current(), it -> it.epoch().generation())
                .returns(RoomKind.LIVE, RoomState::kind)
                .returns(QUIET, RoomState::settings)
                .returns(1L, RoomState::version)
                .returns(1L, RoomState::rules)
                .returns(1L, RoomState::first)
                .returns(0L, RoomState::head);
    }

    @Test
    void aCreationRunAgainIsARepeat() {
        var room = Appends.toNew("lobby");
        append(room.creation(RoomKind.LIVE, QUIET));
        append(room.message("m1"));
        var before = state(room);

        var result = appendOne(room.creation(RoomKind.LIVE, QUIET));

        assertThat(result).isEqualTo(new Applied(before.epoch(), true));
        assertThat(state(room)).isEqualTo(before);
    }

    @Test
    void aCreationWithAnotherLifeFindsTheRoomExisting() {
        var room = newRoom("lobby");
        var before = state(room);

        assertThat(appendOne(room.inAnotherLife().creation(RoomKind.LIVE, QUIET)))
                .isEqualTo(new RoomExists());

        assertThat(state(room)).isEqualTo(before);
    }

    @Test
    void ofTwoCreationsInABatchTheFirstWins() {
        var room = Appends.toNew("lobby");

        var results = append(
                room.creation(RoomKind.DURABLE, LOUD), room.inAnotherLife().creation(RoomKind.LIVE, QUIET));

        assertThat(results).containsExactly(new Applied(state(room).epoch(), false), new RoomExists());
        assertThat(state(room).settings()).isEqualTo(LOUD);
    }

    @Test
    void ofManyCreationsAtOnceOneWins() {
        var room = Appends.toNew("lobby");

        var results = AtOnce.run(20, _ -> () -> appendOne(room.inAnotherLife().creation()));

        assertThat(results.stream().filter(new RoomExists()::equals)).hasSize(19);
        assertThat(results).contains(new Applied(state(room).epoch(), false));
    }

    @Test
    void aMessageMayCreateItsRoom() {
        var room = Appends.toNew("lobby");

        var event = appended(room.creatingMessage("m1"));

        assertThat(event.position()).isEqualTo(position(room, 1));
        assertThat(ids(room)).containsExactly("m1");
    }

    @Test
    void aCreatingMessageRunAgainIsARepeat() {
        var room = Appends.toNew("lobby");
        var first = appended(room.creatingMessage("m1"));

        assertThat(duplicate(appendOne(room.creatingMessage("m1")))).isEqualTo(first);

        assertThat(ids(room)).containsExactly("m1");
    }

    @Test
    void aCreatingMessageThatMeetsTheRoomOfItsLifeIsJustAMessage() {
        var room = newRoom("lobby");

        assertThat(appended(room.creatingMessage("m1")).seq()).isEqualTo(1);
    }

    @Test
    void aCreatingMessageThatMeetsAnotherLifeIsDecidedAgain() {
        var room = newRoom("lobby");

        assertThat(appendOne(room.inAnotherLife().creatingMessage("m1"))).isEqualTo(new RulesMoved());

        assertThat(everything(room.room())).isEmpty();
    }

    @Test
    void newSettingsRaiseVersionAndRulesWithTheirEvent() {
        var room = newRoom("lobby");

        var event = appended(room.newSettings("s1", QUIET, 1));

        assertThat(event.seq()).isEqualTo(1);
        assertThat(state(room))
                .returns(QUIET, RoomState::settings)
                .returns(2L, RoomState::version)
                .returns(2L, RoomState::rules)
                .returns(1L, RoomState::head);
    }

    @Test
    void newSettingsRunAgainAreAppliedOnce() {
        var room = newRoom("lobby");
        var first = appended(room.newSettings("s1", QUIET, 1));
        var before = state(room);

        assertThat(duplicate(appendOne(room.newSettings("s1", QUIET, 1)))).isEqualTo(first);

        assertThat(state(room)).isEqualTo(before);
    }

    @Test
    void newSettingsRunAgainDoNotUndoLaterOnes() {
        var room = newRoom("lobby");
        append(room.newSettings("s1", QUIET, 1), room.underRules(2).newSettings("s2", LOUD, 2));

        duplicate(appendOne(room.newSettings("s1", QUIET, 1)));

        assertThat(state(room).settings()).isEqualTo(LOUD);
        assertThat(state(room).version()).isEqualTo(3);
    }

    @Test
    void newSettingsTwiceInABatchAreAppliedOnce() {
        var room = newRoom("lobby");

        append(room.newSettings("s1", QUIET, 1), room.newSettings("s1", QUIET, 1));

        assertThat(state(room)).returns(2L, RoomState::version).returns(1L, RoomState::head);
    }

    @Test
    void newSettingsWithoutAnEventAreAppliedOnceToo() {
        var room = newRoom("lobby");
        var epoch = state(room).epoch();

        assertThat(appendOne(room.newSettingsWithoutEvent("s1", QUIET, 1))).isEqualTo(new Applied(epoch, false));
        assertThat(appendOne(room.newSettingsWithoutEvent("s1", QUIET, 1))).isEqualTo(new Applied(epoch, true));

        assertThat(appendOne(room.newSettingsWithoutEvent("s1", LOUD, 1))).isEqualTo(new IdReused(0));
        assertThat(state(room))
                .returns(QUIET, RoomState::settings)
                .returns(2L, RoomState::version)
                .returns(0L, RoomState::head);
    }

    @Test
    void newSettingsForAnotherVersionAreRefusedWithTheActualOne() {
        var room = newRoom("lobby");
        append(room.newSettings("s1", QUIET, 1));

        assertThat(appendOne(room.underRules(2).newSettings("s2", LOUD, 1))).isEqualTo(new VersionConflict(2));

        assertThat(state(room)).returns(QUIET, RoomState::settings).returns(1L, RoomState::head);
    }

    @Test
    void ofTwoSettingsForOneVersionTheFirstWins() {
        var room = newRoom("lobby");

        AtOnce.run(20, i -> () -> appendOne(room.newSettings("s" + i, i % 2 == 0 ? QUIET : LOUD, 1)));

        assertThat(state(room)).returns(2L, RoomState::version).returns(1L, RoomState::head);
    }

    @Test
    void whatWasDecidedUnderOlderRulesIsDecidedAgainAlsoInsideTheBatch() {
        var room = newRoom("lobby");

        var results = append(
                room.message("m1"),
                room.newSettings("s1", QUIET, 1),
                room.message("m2"),
                room.underRules(2).message("m3"));

        assertThat(results.get(2)).isEqualTo(new RulesMoved());
        assertThat(ids(room)).containsExactly("m1", "s1", "m3");
        assertThat(appendOne(room.newSettings("s2", LOUD, 1))).isEqualTo(new RulesMoved());
    }

    @Test
    void aDestructionsEventIsTheLastAndTheRoomIsGoneAtOnce() {
        var room = newRoom("lobby");
        var position = position(room, 0);

        var results = append(room.message("m1"), room.destruction("d1", 1L), room.message("m2"));

        assertThat(appended(results.get(1)).seq()).isEqualTo(2);
        assertThat(results.get(2)).isEqualTo(new NoSuchRoom());
        assertThat(rooms.read(room.room())).isEmpty();
        assertThat(log.page(room.room(), new PageRequest.After(position), 10)).isEqualTo(new LogPage.NoSuchRoom());
        assertThat(appendOne(room.message("m3"))).isEqualTo(new NoSuchRoom());
    }

    @Test
    void aDestructionOfAnotherVersionIsRefused() {
        var room = newRoom("lobby");

        assertThat(appendOne(room.destruction("d1", 2L))).isEqualTo(new VersionConflict(1));

        assertThat(state(room).head()).isZero();
    }

    @Test
    void aDestructionWhateverTheVersionIsNeedsNone() {
        var room = newRoom("lobby");
        append(room.newSettings("s1", QUIET, 1));

        appended(room.underRules(2).destruction("d1", null));

        assertThat(rooms.read(room.room())).isEmpty();
    }

    @Test
    void aDestructionRunAgainFindsNothing() {
        var room = newRoom("lobby");
        append(room.destruction("d1", null));

        assertThat(appendOne(room.destruction("d1", null))).isEqualTo(new NoSuchRoom());
    }

    @Test
    void aDestructionRunAgainDoesNotEndTheNextLife() {
        var room = newRoom("lobby");
        append(room.destruction("d1", null));
        var again = newRoom("lobby");
        append(again.message("m1"));

        assertThat(appendOne(room.destruction("d1", null))).isEqualTo(new RulesMoved());

        assertThat(ids(again)).containsExactly("m1");
    }

    @Test
    void aNewLifeBeginsAtOnceWithSeqOneAndAnotherEpoch() {
        var room = newRoom("lobby", RoomKind.LIVE, QUIET);
        append(room.messages("m", 3));
        var old = position(room, 3);
        append(room.destruction("d1", null));

        var again = newRoom("lobby");

        assertThat(state(again).settings()).isEqualTo(RoomSettings.defaults(RoomKind.DURABLE));
        assertThat(state(again).version()).isEqualTo(1);
        assertThat(appended(again.message("m1")).seq()).isEqualTo(1);
        assertThat(log.page(room.room(), new PageRequest.After(old), 10))
                .isEqualTo(new LogPage.OtherEpoch(state(again).epoch(), 1, 1));
    }

    @Test
    void aDestroyedLifeIsNeverCreatedAgain() {
        var room = newRoom("lobby");
        append(room.message("m1"), room.destruction("d1", null));

        assertThat(appendOne(room.creation())).isEqualTo(new RulesMoved());
        while (log.sweep(500) > 0) {}

        assertThat(appendOne(room.creation())).isEqualTo(new RulesMoved());
        assertThat(appendOne(room.creatingMessage("m2"))).isEqualTo(new RulesMoved());
        assertThat(rooms.read(room.room())).isEmpty();
    }

    @Test
    void aBatchMayEndOneLifeAndBeginTheNext() {
        var room = newRoom("lobby");
        var next = room.inAnotherLife();

        var results = append(
                room.message("m1"),
                room.destruction("d1", null),
                next.creation(),
                next.message("m1"),
                room.message("m2"));

        assertThat(results.get(2)).isEqualTo(new Applied(state(next).epoch(), false));
        assertThat(appended(results.get(3)).position()).isEqualTo(position(next, 1));
        assertThat(results.get(4)).isEqualTo(new RulesMoved());
    }
}
