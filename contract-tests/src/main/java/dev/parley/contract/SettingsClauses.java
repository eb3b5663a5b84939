package dev.parley.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.log.AppendResult.Applied;
import dev.parley.log.AppendResult.IdReused;
import dev.parley.log.AppendResult.RulesMoved;
import dev.parley.log.AppendResult.VersionConflict;
import dev.parley.log.PresenceMode;
import dev.parley.log.Retention;
import dev.parley.log.RoomSettings;
import dev.parley.room.RoomState;
import org.junit.jupiter.api.Test;

/// New settings: with their event, under their precondition, and once.
abstract class SettingsClauses extends StoreContract {

    private static final RoomSettings QUIET =
            new RoomSettings("Quiet", new Retention(10, 60), 5, true, PresenceMode.COUNT);
    private static final RoomSettings LOUD = new RoomSettings("Loud", Retention.KEEP_ALL, 0, false);

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
}
