package dev.parley.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.log.AppendResult.OverLimit;
import dev.parley.log.Quota;
import dev.parley.log.SenderLimits;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a room lets each of its senders do: a rate, and slow mode.
abstract class SenderLimitClauses extends LimitedClauses {

    private static final SenderLimits ONE_A_SECOND = new SenderLimits(1, 0);
    private static final SenderLimits SLOW = new SenderLimits(0, 30);

    @ParameterizedTest
    @CsvSource({"1,1", "10,2", "50,10"})
    void eachSenderHasARateOfHisOwn(int rate, int depth) {
        var room = newRoom("lobby").limiting(new SenderLimits(rate, 0));
        var batch = new ArrayList<>(room.messages("a", 20));
        batch.addAll(room.by("bob").messages("b", 20));

        var results = append(batch);

        assertThat(passed(results.subList(0, 20))).isEqualTo(depth);
        assertThat(passed(results.subList(20, 40))).isEqualTo(depth);
        assertThat(refused(results, Quota.SENDER)).isEqualTo(40 - 2L * depth);
    }

    @Test
    void inTheLongRunExactlyTheSendersRatePasses() {
        var room = newRoom("lobby").limiting(new SenderLimits(10, 0));
        long began = System.nanoTime();
        append(room.messages("burst", 10));

        long passed = 0;
        for (int i = 0; i < 30; i++) {
            store.age(room.room(), Duration.ofMillis(100));
            passed += passed(append(room.messages(i + "-", 10)));
        }

        assertThat(passed).isBetween(29L, 31 + ownTime(10, began));
    }

    @Test
    void whatTheSendersLimitRefusesUsesUpNothingOfTheRooms() {
        var room = newRoom("lobby").limitedTo(100);
        append(room.limiting(ONE_A_SECOND).messages("a", 100));

        var others = append(room.by("bob").messages("b", 100));

        assertThat(passed(others)).isGreaterThanOrEqualTo(19);
    }

    @Test
    void whatTheRoomRefusesUsesUpNothingOfTheSenders() {
        var room = newRoom("lobby");
        append(room.limitedTo(1).message("m1"));
        var alice = room.limiting(ONE_A_SECOND);

        var refused = append(alice.limitedTo(1).messages("full", 20));

        assertThat(refused(refused, Quota.ROOM)).isEqualTo(20);
        appended(alice.message("m2"));
    }

    @Test
    void inSlowModeASenderWaitsAfterEachMessage() {
        var room = newRoom("lobby").limiting(SLOW);
        appended(room.message("m1"));

        var result = appendOne(room.message("m2"));
        assertThat(result).isInstanceOf(OverLimit.class);
        var refused = (OverLimit) result;
        assertThat(refused.quota()).isEqualTo(Quota.SLOW_MODE);
        assertThat(refused.retryAfter()).isBetween(Duration.ofSeconds(20), Duration.ofSeconds(30));
        appended(room.by("bob").message("b1"));

        store.age(room.room(), refused.retryAfter().plusMillis(1));
        appended(room.message("m2"));
        assertThat(appendOne(room.message("m3"))).isInstanceOf(OverLimit.class);
    }

    @Test
    void whoTriesTooEarlyInSlowModeDoesNotWaitLonger() {
        var room = newRoom("lobby").limiting(SLOW);
        appended(room.message("m1"));
        store.age(room.room(), Duration.ofSeconds(15));
        assertThat(appendOne(room.message("m2"))).isInstanceOf(OverLimit.class);

        store.age(room.room(), Duration.ofSeconds(15));

        appended(room.message("m2"));
    }

    @Test
    void aRepeatIsNeverRefusedForItsSender() {
        var room = newRoom("lobby").limiting(new SenderLimits(1, 3_600));
        var first = appended(room.message("m1"));

        for (int i = 0; i < 10; i++) {
            assertThat(duplicate(appendOne(room.message("m1")))).isEqualTo(first);
        }
        store.age(room.room(), Duration.ofHours(1));

        appended(room.message("m2"));
    }

    @Test
    void inABatchEachMessageCountsOnItsOwn() {
        var room = newRoom("lobby").limiting(SLOW);

        var results = append(
                room.message("m1"),
                room.message("m2"),
                room.message("m1"),
                room.by("bob").message("m2"));

        assertThat(passed(results)).isEqualTo(3);
        assertThat(results.get(1)).isInstanceOf(OverLimit.class);
    }

    @Test
    void aRoomOfAnotherNameOrLifeDoesNotKnowTheSender() {
        var room = newRoom("lobby").limiting(SLOW);
        appended(room.message("m1"));

        appended(newRoom("other").limiting(SLOW).message("m1"));
        append(room.destruction("end", null));
        appended(newRoom("lobby").limiting(SLOW).message("m2"));
    }

    @Test
    void withoutLimitsNobodyIsRemembered() {
        var room = newRoom("lobby");
        appended(room.message("m1"));

        appended(room.limiting(SLOW).message("m2"));
        appended(room.message("m3"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT2H", "PT-1H"})
    void afterALongTimeOrAClockThatSteppedBackTheSenderBeginsAnew(String step) {
        var room = newRoom("lobby").limiting(new SenderLimits(1, 3_600));
        appended(room.message("m1"));

        store.age(room.room(), Duration.parse(step));
        log.sweep(500);

        appended(room.message("m2"));
    }

    @Test
    void theSendersLimitHoldsForManyWritersTogether() {
        var room = newRoom("lobby").limiting(SLOW);

        var results = AtOnce.run(20, thread -> () -> appendOne(room.message("m" + thread)));

        assertThat(passed(results)).isEqualTo(1);
    }
}
