package dev.parley.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.log.AppendResult.Applied;
import dev.parley.log.AppendResult.RoomExists;
import dev.parley.log.AppendResult.RulesMoved;
import dev.parley.log.PresenceMode;
import dev.parley.log.Retention;
import dev.parley.log.RoomKind;
import dev.parley.log.RoomSettings;
import dev.parley.room.RoomState;
import org.junit.jupiter.api.Test;

/// Rooms come into being once, with the life that was proposed.
abstract class CreationClauses extends StoreContract {

    private static final RoomSettings QUIET =
            new RoomSettings("Quiet", new Retention(10, 60), 5, true, PresenceMode.COUNT);
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
}
