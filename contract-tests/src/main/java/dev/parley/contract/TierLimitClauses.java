package dev.parley.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.Tier;
import dev.parley.log.Quota;
import java.time.Duration;
import java.util.ArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What each tier has of a room's limit, what users of the allowlist have beyond it, and the cap of the
/// tier critical.
abstract class TierLimitClauses extends LimitedClauses {

    @Test
    void lowHasHalfOfTheLimitAndTheRestIsLeftToTheOthers() {
        var room = newRoom("lobby").limitedTo(200);
        long began = System.nanoTime();

        var low = append(room.messages("low", 100, Tier.LOW));
        var high = append(room.messages("high", 100, Tier.HIGH));

        assertThat(passed(low)).isBetween(20L, 20 + ownTime(100, began));
        assertThat(refused(low, Quota.ROOM_LOW)).isEqualTo(100 - passed(low));
        assertThat(passed(high)).isBetween(20L, 20 + ownTime(200, began));
        assertThat(refused(high, Quota.ROOM)).isEqualTo(100 - passed(high));
    }

    @Test
    void inTheLongRunExactlyHalfTheRateOfLowPasses() {
        var room = newRoom("lobby").limitedTo(200);
        long began = System.nanoTime();
        append(room.messages("burst", 50, Tier.LOW));

        long passed = 0;
        for (int i = 0; i < 40; i++) {
            store.age(room.room(), Duration.ofMillis(50));
            passed += passed(append(room.messages(i + "-", 12, Tier.LOW)));
        }

        assertThat(passed).isBetween(199L, 201 + ownTime(100, began));
    }

    @Test
    void aFloodOfLowTakesNothingOfTheOthersHalf() {
        var room = newRoom("lobby").limitedTo(200);

        for (int i = 0; i < 20; i++) {
            append(room.messages("low" + i + "-", 30, Tier.LOW));
            assertThat(passed(append(room.messages("high" + i + "-", 5, Tier.HIGH))))
                    .isEqualTo(5);
            store.age(room.room(), Duration.ofMillis(50));
        }
    }

    @Test
    void lowPassesInARoomWithTheSmallestLimit() {
        var room = newRoom("lobby").limitedTo(1);

        assertThat(passed(append(room.messages("m", 2, Tier.LOW)))).isEqualTo(1);
        store.age(room.room(), Duration.ofSeconds(2));

        assertThat(passed(append(room.messages("n", 2, Tier.LOW)))).isEqualTo(1);
    }

    @Test
    void allCriticalMessagesShareACapWhateverTheRoomsLimit() {
        var room = newRoom("lobby");
        long began = System.nanoTime();
        var batch = new ArrayList<>(room.messages("a", 60, Tier.CRITICAL));
        batch.addAll(room.by("bob").messages("b", 60, Tier.CRITICAL));

        var results = append(batch);
        long passed = 0;
        for (int i = 0; i < 20; i++) {
            store.age(room.room(), Duration.ofMillis(100));
            passed += passed(append(room.messages(i + "-", 8, Tier.CRITICAL)));
        }

        assertThat(passed(results)).isEqualTo(10);
        assertThat(refused(results, Quota.CRITICAL)).isEqualTo(110);
        assertThat(passed).isBetween(99L, 101 + ownTime(50, began));
    }

    @Test
    void theCapRefusesNoOtherTierAndUsesUpNothingOfTheRoom() {
        var room = newRoom("lobby").limitedTo(100);
        long began = System.nanoTime();

        var critical = append(room.messages("c", 50, Tier.CRITICAL));
        var high = append(room.messages("h", 50, Tier.HIGH));

        assertThat(passed(critical)).isBetween(10L, 10 + ownTime(50, began));
        assertThat(passed(critical) + passed(high)).isBetween(20L, 20 + ownTime(100, began));
    }

    @Test
    void theServersOwnEventsAreNotAsked() {
        var room = newRoom("lobby").limitedTo(1);
        append(room.message("m1"));

        var events = append(
                IntStream.range(0, 40).mapToObj(i -> room.systemEvent("s" + i)).toList());
        store.age(room.room(), Duration.ofSeconds(1));

        assertThat(passed(events)).isEqualTo(40);
        appended(room.message("m2"));
    }

    @Test
    void usersOfTheAllowlistMaySendHalfAsMuchAgain() {
        var room = newRoom("lobby").limitedTo(200);
        long began = System.nanoTime();

        assertThat(passed(append(room.messages("m", 100)))).isEqualTo(40);
        var listed = append(room.allowlisted().messages("a", 100));

        assertThat(passed(listed)).isBetween(20L, 20 + ownTime(300, began));
        long passed = 0;
        for (int i = 0; i < 20; i++) {
            store.age(room.room(), Duration.ofMillis(100));
            passed += passed(append(room.messages("m" + i + "-", 40)));
            passed += passed(append(room.allowlisted().messages("a" + i + "-", 40)));
        }
        assertThat(passed).isBetween(598L, 602 + ownTime(300, began));
    }

    @Test
    void whoIsNotOnTheListHasNothingOfItsShare() {
        var room = newRoom("lobby").limitedTo(10);

        assertThat(passed(append(room.messages("m", 10)))).isEqualTo(2);
    }
}
