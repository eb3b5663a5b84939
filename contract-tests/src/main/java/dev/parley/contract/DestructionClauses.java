package dev.parley.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.log.AppendResult.Applied;
import dev.parley.log.AppendResult.NoSuchRoom;
import dev.parley.log.AppendResult.RulesMoved;
import dev.parley.log.AppendResult.VersionConflict;
import dev.parley.log.LogPage;
import dev.parley.log.PageRequest;
import dev.parley.log.PresenceMode;
import dev.parley.log.Retention;
import dev.parley.log.RoomKind;
import dev.parley.log.RoomSettings;
import org.junit.jupiter.api.Test;

/// A life ends with its last event; the next one begins anew.
abstract class DestructionClauses extends StoreContract {

    private static final RoomSettings QUIET =
            new RoomSettings("Quiet", new Retention(10, 60), 5, true, PresenceMode.COUNT);

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
