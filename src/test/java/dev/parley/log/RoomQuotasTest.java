package dev.parley.log;

import static dev.parley.log.Appends.R;
import static dev.parley.log.Appends.S;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.Author;
import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.EventType;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.Life;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Sender;
import dev.parley.kernel.Tier;
import dev.parley.kernel.UserId;
import dev.parley.log.AppendResult.Appended;
import dev.parley.log.AppendResult.OverLimit;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A node's own limit on what reaches the store of one room.
class RoomQuotasTest {

    private static final int LIMIT = 200;
    private static final RoomTerms TERMS = new RoomTerms(LogTable.LIFE, 1, LIMIT, Retention.KEEP_ALL);

    private final LaneFixture fixture = new LaneFixture();
    private final RoomQuotas quotas = new RoomQuotas();

    /// With an id that the server made: that cannot be a retry.
    private static Append limited(RoomId room, String id) {
        return Appends.append(room, "~" + id).withTerms(TERMS);
    }

    private static Append under(RoomTerms terms) {
        return Appends.append(R, "~a").withTerms(terms);
    }

    private static Append of(Tier tier) {
        var event = new NewEvent(new EventType("text"), tier, 0, null, JsonText.of("1"));
        return Append.ofEvent(
                R,
                new Author(Sender.of(new UserId("alice")), null),
                new ClientMessageId("~a"),
                new ContentHash(0),
                event,
                TERMS);
    }

    private long overLimit(String prefix) {
        return fixture.answers.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(prefix))
                .filter(entry -> entry.getValue().getFirst() instanceof OverLimit)
                .count();
    }

    @Test
    void aFloodIntoOneRoomDoesNotReachTheStoreAndLeavesOtherRoomsAlone() {
        int seconds = 3;
        for (int millis = 0; millis < 1_000 * seconds; millis++) {
            for (int i = 0; i < 50; i++) {
                fixture.send(limited(R, "flood" + millis + "-" + i));
            }
            if (millis % 10 == 0) {
                fixture.send(limited(S, "calm" + millis));
            }
            fixture.store.finishAll();
            fixture.time.advanceMillis(1);
        }

        assertThat(fixture.table.ids(R)).hasSizeBetween(LIMIT * seconds, LIMIT * seconds + LIMIT / 5 * 2);
        assertThat(fixture.table.ids(S)).hasSize(100 * seconds);
        assertThat(overLimit("~flood"))
                .isEqualTo(50_000L * seconds - fixture.table.ids(R).size());
        assertThat(overLimit("~calm")).isZero();
        assertThat(fixture.told.refusals.stream().filter("room-quota-node"::equals))
                .hasSize((int) overLimit("~flood"));
    }

    @Test
    void whatTheStoreRefusesCountsSoThatItIsNotAskedMoreOften() {
        IntStream.range(0, 1_000).forEach(i -> {
            fixture.table.planned.put(new ClientMessageId("~r" + i), new OverLimit(Duration.ofMillis(5)));
            fixture.send(limited(R, "r" + i));
            fixture.store.finishAll();
        });

        assertThat(fixture.table.batches).hasSize(2 * LIMIT / 5);
    }

    @Test
    void aRefusedMessagePassesOnceItHasWaitedAsLongAsItWasTold() {
        IntStream.range(0, 100).forEach(i -> fixture.send(limited(R, "r" + i)));
        fixture.store.finishAll();
        var refused = (OverLimit) fixture.answer("~r99");

        fixture.time.advanceMillis(refused.retryAfter().plusNanos(999_999).toMillis());
        fixture.send(limited(R, "again"));
        fixture.store.finishAll();

        assertThat(fixture.answer("~again")).isInstanceOf(Appended.class);
    }

    @Test
    void repeatsOfWhatIsInTheLogUseUpNothing() {
        fixture.send(limited(R, "a"));
        fixture.store.finishAll();
        for (int i = 0; i < 1_000; i++) {
            fixture.send(limited(R, "a"));
            fixture.store.finishAll();
        }

        assertThat(fixture.answers.get("~a")).hasSize(1_001).allMatch(Appended.class::isInstance);
    }

    @Test
    void aRetryIsNeverRefusedHereHoweverMuchIsSentBesideIt() {
        fixture.send(Appends.append(R, "mine").withTerms(TERMS));
        fixture.store.finishAll();
        IntStream.range(0, 1_000).forEach(i -> fixture.send(limited(R, "flood" + i)));
        fixture.store.finishAll();

        fixture.send(Appends.append(R, "mine").withTerms(TERMS));
        fixture.store.finishAll();

        assertThat(fixture.answers.get("mine")).hasSize(2).allMatch(Appended.class::isInstance);
    }

    @Test
    void aFloodOfOneSortTakesNothingFromTheOthers() {
        while (!quotas.take(of(Tier.LOW), 0).isPositive()) {}

        assertThat(quotas.take(of(Tier.HIGH), 0).isPositive()).isFalse();
        while (!quotas.take(of(Tier.CRITICAL), 0).isPositive()) {}
        var listed = of(Tier.HIGH).withTerms(TERMS.forAllowlisted());
        assertThat(quotas.take(listed, 0).isPositive()).isFalse();
    }

    @Test
    void whatASendersOwnLimitRefusesTakesNothingFromTheRoom() {
        IntStream.range(0, 1_000).forEach(i -> {
            fixture.table.planned.put(new ClientMessageId("~r" + i), new OverLimit(Quota.SENDER, Duration.ofMillis(5)));
            fixture.send(limited(R, "r" + i));
            fixture.store.finishAll();
        });

        assertThat(fixture.table.batches).hasSize(1_000);
    }

    @Test
    void aRoomWithoutALimitIsNotCounted() {
        IntStream.range(0, 1_000).forEach(i -> fixture.send(R, "r" + i));
        fixture.store.finishAll();

        assertThat(fixture.table.ids(R)).hasSize(1_000);
    }

    @ParameterizedTest
    @CsvSource({"1,2", "4,2", "5,2", "10,4", "200,80", "1000,400"})
    void twoBurstsPassAtOnce(int rate, int most) {
        var terms = new RoomTerms(LogTable.LIFE, 1, rate, Retention.KEEP_ALL);

        long passed = IntStream.range(0, 2_000)
                .filter(_ -> !quotas.take(under(terms), -7).isPositive())
                .count();

        assertThat(passed).isEqualTo(most);
    }

    @Test
    void anotherLifeOrAnotherLimitBeginsAnew() {
        while (!quotas.take(limited(R, "a"), 0).isPositive()) {}

        var nextLife = new RoomTerms(new Life("bbbbbbbb"), 1, LIMIT, Retention.KEEP_ALL);
        assertThat(quotas.take(under(nextLife), 0).isPositive()).isFalse();
        var higher = new RoomTerms(new Life("bbbbbbbb"), 2, LIMIT + 1, Retention.KEEP_ALL);
        assertThat(quotas.take(under(higher), 0).isPositive()).isFalse();
    }

    @Test
    void ofTooManyRoomsTheOneThatWasSilentLongestIsForgotten() {
        while (!quotas.take(limited(R, "a"), 0).isPositive()) {}
        while (!quotas.take(limited(S, "a"), 0).isPositive()) {}
        quotas.take(limited(R, "a"), 0);
        IntStream.range(0, RoomQuotas.MAX_ROOMS - 1).forEach(i -> quotas.take(limited(new RoomId("x" + i), "a"), 0));

        assertThat(quotas.counts()).isEqualTo(RoomQuotas.MAX_ROOMS);
        assertThat(quotas.take(limited(R, "a"), 0).isPositive()).isTrue();
        assertThat(quotas.take(limited(S, "a"), 0).isPositive()).isFalse();
        assertThat(quotas.counts()).isEqualTo(RoomQuotas.MAX_ROOMS);
    }
}
