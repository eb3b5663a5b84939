package dev.parley.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.log.AppendResult.Appended;
import dev.parley.log.AppendResult.IdReused;
import dev.parley.log.AppendResult.OverLimit;
import dev.parley.log.RoomKind;
import dev.parley.log.RoomSettings;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A room's inbound limit: 200 ms at once, exactly the rate in the long run.
abstract class LimitClauses extends LimitedClauses {

    @Test
    void withoutALimitEverythingPasses() {
        var room = newRoom("lobby").limitedTo(0);

        assertThat(passed(append(room.messages("m", 500)))).isEqualTo(500);
    }

    @ParameterizedTest
    @CsvSource({"1,1", "4,1", "5,1", "7,1", "10,2", "200,40", "1000,200"})
    void atOnceTheMessagesOf200MsPassAndAtLeastOne(int rate, int depth) {
        var room = newRoom("lobby").limitedTo(rate);

        assertThat(passed(append(room.messages("m", 300)))).isEqualTo(depth);

        store.age(room.room(), LONG);
        assertThat(passed(append(room.messages("n", 300)))).isEqualTo(depth);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 200})
    void inTheLongRunExactlyTheRatePasses(int rate) {
        var room = newRoom("lobby").limitedTo(rate);
        long began = System.nanoTime();
        append(room.messages("burst", 50));

        long passed = 0;
        for (int i = 0; i < 100; i++) {
            store.age(room.room(), Duration.ofMillis(50));
            passed += passed(append(room.messages(i + "-", 11)));
        }

        assertThat(passed).isBetween(5L * rate - 1, 5L * rate + 1 + ownTime(rate, began));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 200})
    void theRefusalSaysWhenTheNextOnePasses(int rate) {
        var room = newRoom("lobby").limitedTo(rate);
        var wait = ((OverLimit) append(room.messages("burst", 50)).getLast()).retryAfter();
        assertThat(wait).isPositive().isLessThanOrEqualTo(Duration.ofSeconds(1).dividedBy(rate));

        if (store.timeStandsStill()) {
            store.age(room.room(), wait.minusMillis(1));
            assertThat(appendOne(room.message("m1"))).isInstanceOf(OverLimit.class);
            store.age(room.room(), Duration.ofMillis(1));
        } else {
            store.age(room.room(), wait);
        }

        appended(room.message("m1"));
    }

    @Test
    void refusedItemsUseUpNothing() {
        var room = newRoom("lobby").limitedTo(1);
        append(room.message("m1"));
        for (int i = 0; i < 20; i++) {
            append(room.messages(i + "-", 20));
        }

        store.age(room.room(), Duration.ofSeconds(1));

        appended(room.message("m2"));
        assertThat(ids(room)).containsExactly("m1", "m2");
    }

    @Test
    void repeatsDoNotCountAndAreNeverRefused() {
        var room = newRoom("lobby").limitedTo(1);
        var first = appended(room.message("m1"));

        assertThat(duplicate(appendOne(room.message("m1")))).isEqualTo(first);
        store.age(room.room(), Duration.ofSeconds(1));

        appended(room.message("m2"));
        for (int i = 0; i < 20; i++) {
            assertThat(duplicate(appendOne(room.message("m1"))).position()).isEqualTo(first.position());
        }
    }

    @Test
    void itemsOutsideTheLimitPassAndUseUpNothing() {
        var room = newRoom("lobby");
        append(room.limitedTo(1).message("m1"));

        append(room.messages("free", 20));
        store.age(room.room(), Duration.ofSeconds(1));

        appended(room.limitedTo(1).message("m2"));
    }

    @Test
    void theCreationOfARoomUsesUpNothing() {
        var room = newRoom(
                "lobby",
                RoomKind.LIVE,
                new RoomSettings("", RoomSettings.defaults(RoomKind.LIVE).retention(), 1, false));

        appended(room.limitedTo(1).message("m1"));
    }

    @Test
    void eachRoomHasItsOwnLimit() {
        var a = newRoom("a").limitedTo(1);
        var b = newRoom("b").limitedTo(1);

        var results = append(a.message("m1"), b.message("m1"), a.message("m2"), b.message("m2"));

        assertThat(results.subList(0, 2)).allMatch(Appended.class::isInstance);
        assertThat(results.subList(2, 4)).allMatch(OverLimit.class::isInstance);
    }

    @Test
    void theLimitHoldsForManyWritersTogether() {
        var room = newRoom("lobby").limitedTo(1);
        long began = System.nanoTime();

        var results = AtOnce.run(20, thread -> () -> appendOne(room.message("m" + thread)));

        assertThat(passed(results)).isBetween(1L, 1L + ownTime(1, began));
    }

    @Test
    void aClockThatStepsBackDoesNotCloseTheRoom() {
        var room = newRoom("lobby").limitedTo(5);
        append(room.message("m1"));

        store.age(room.room(), Duration.ofHours(-1));
        append(room.message("m2"));
        store.age(room.room(), Duration.ofMillis(400));

        appended(room.message("m3"));
    }

    @Test
    void aUsedIdIsNoticedBeforeTheLimit() {
        var room = newRoom("lobby").limitedTo(1);
        append(room.message("m1"));

        assertThat(appendOne(room.message("m1", "\"other\""))).isEqualTo(new IdReused(1));
        assertThat(append(room.message("m2"), room.message("m2"))).allMatch(OverLimit.class::isInstance);
    }
}
