package dev.parley.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.log.Append;
import dev.parley.log.Retention;
import dev.parley.log.RoomKind;
import dev.parley.log.RoomSettings;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Sweeping takes only what nobody can ask for.
abstract class SweepClauses extends StoreContract {

    @Test
    void whatADestroyedLifeLeftIsSweptInPortions() {
        var room = newRoom("lobby");
        append(room.messages("m", 20));
        append(room.destruction("d1", null));

        int swept = 0;
        int portion;
        do {
            portion = log.sweep(4);
            assertThat(portion).isBetween(0, 4);
            swept += portion;
        } while (portion == 4);

        assertThat(swept).isGreaterThanOrEqualTo(21);
        assertThat(log.sweep(4)).isZero();
    }

    @Test
    void sweepingLeavesTheLivingAlone() {
        var room = newRoom("lobby");
        append(room.messages("m", 5));
        append(room.destruction("d1", null));
        var again = newRoom("lobby");
        var other = newRoom("other");
        List<Append> batch = List.of(again.message("m1"), other.message("m1"), other.systemEvent("s1"));
        append(batch);
        var before = List.of(state(again), state(other));

        while (log.sweep(500) > 0) {}

        assertThat(List.of(state(again), state(other))).isEqualTo(before);
        assertThat(append(batch)).allSatisfy(StoreContract::duplicate);
        assertThat(ids(again)).containsExactly("m1");
        assertThat(ids(other)).containsExactly("m1", "s1");
    }

    @Test
    void idsOutOfTheirWindowAreSweptInPortions() {
        var room = newRoom("lobby", RoomKind.LIVE, new RoomSettings("", new Retention(1, 0), 0, false));
        append(room.messages("m", 10));
        log.trim(room.room(), 500);
        assertThat(log.sweep(500)).isZero();

        store.age(room.room(), Duration.ofMinutes(11));

        assertThat(log.sweep(4)).isEqualTo(4);
        assertThat(log.sweep(4)).isEqualTo(4);
        assertThat(log.sweep(4)).isEqualTo(1);
        assertThat(log.sweep(4)).isZero();
    }
}
