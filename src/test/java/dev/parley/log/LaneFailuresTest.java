package dev.parley.log;

import static dev.parley.log.Appends.R;
import static dev.parley.log.Appends.S;
import static dev.parley.log.Appends.many;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.OffloadFullException;
import dev.parley.log.AppendResult.Appended;
import dev.parley.log.AppendResult.OutcomeUnknown;
import dev.parley.log.AppendResult.Rejected;
import dev.parley.log.AppendResult.StoreUnavailable;
import dev.parley.log.spi.OutcomeUnknownException;
import dev.parley.log.spi.StoreUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a lane does when the store fails, hangs, or refuses.
class LaneFailuresTest {

    private final Exception away = new StoreUnavailableException("planned");
    private final Exception unknown = new OutcomeUnknownException("planned", new IllegalStateException());

    private final LaneFixture fixture = new LaneFixture();

    @Test
    void aFailedTransactionRunsAgainAndLaterItemsWaitBehindIt() {
        fixture.send(R, "a");
        fixture.send(R, "b");
        fixture.store.next().fail(away);
        assertThat(fixture.store.open()).isZero();

        fixture.time.advanceMillis(50);
        fixture.store.finishAll();

        assertThat(fixture.table.batches).extracting(LogTable.Batch::ids).containsExactly(List.of("a"), List.of("b"));
        assertThat(fixture.seq("a")).isEqualTo(1);
        assertThat(fixture.seq("b")).isEqualTo(2);
        assertThat(fixture.told.retries).isEqualTo(1);
    }

    @Test
    void pausesBetweenTriesDoubleFrom50MillisToOneSecond() {
        fixture.send(R, "a");
        for (int pause : new int[] {50, 100, 200, 400, 800, 1_000, 1_000}) {
            fixture.store.next().fail(away);
            fixture.time.advanceMillis(pause - 1);
            assertThat(fixture.store.open()).as("before %d ms", pause).isZero();
            fixture.time.advanceMillis(1);
            assertThat(fixture.store.open()).as("after %d ms", pause).isEqualTo(1);
        }
    }

    @Test
    void anAnswerLostAfterTheCommitIsFoundByTheNextTry() {
        fixture.send(R, "a");
        fixture.send(R, "b");
        fixture.store.next().finishButFail(unknown);
        fixture.time.advanceMillis(50);
        fixture.store.finishAll();

        assertThat(fixture.table.ids(R)).containsExactly("a", "b");
        assertThat(fixture.answer("a")).isEqualTo(new Appended(fixture.table.events.getFirst(), true));
        assertThat(fixture.told.ids()).as("told, since this node wrote it").containsExactly("a", "b");
    }

    @Test
    void whatIsToldAfterALostAnswerRisesAndHoldsNothingTwice() {
        fixture.send(S, "first");
        fixture.send(R, "a", "b", "a");
        fixture.store.finishNext();
        fixture.store.next().finishButFail(unknown);
        fixture.time.advanceMillis(50);
        fixture.store.finishAll();

        assertThat(fixture.answers.get("a")).hasSize(2);
        assertThat(fixture.told.ids()).containsExactly("first", "a", "b");
    }

    @Test
    void whatTheLostTryTookAndTheNextTryAddedIsToldInSeqOrder() {
        var refused = new ClientMessageId("refused");
        fixture.send(S, "first");
        fixture.send(R, "a", "refused", "b");
        fixture.store.finishNext();
        fixture.table.planned.put(refused, new AppendResult.OverLimit(Duration.ofSeconds(1)));
        fixture.store.next().finishButFail(unknown);
        fixture.table.planned.clear();
        fixture.time.advanceMillis(50);
        fixture.store.finishAll();

        assertThat(fixture.seq("refused")).isEqualTo(3);
        assertThat(fixture.told.ids()).containsExactly("first", "a", "b", "refused");
    }

    @Test
    void aCommitAfterTheDeadlineWhoseAnswerIsLostIsReportedOnceMore() {
        fixture.send(R, "a");
        fixture.time.advanceMillis(10_250);
        assertThat(fixture.told.uncertain).containsExactly(R);

        fixture.store.next().finishButFail(unknown);

        assertThat(fixture.told.uncertain).containsExactly(R, R);
    }

    @Test
    void aLostCommitIsWrittenByTheNextTry() {
        fixture.send(R, "a");
        fixture.store.next().fail(unknown);
        fixture.time.advanceMillis(50);
        fixture.store.finishAll();

        assertThat(fixture.answer("a")).isEqualTo(new Appended(fixture.table.events.getFirst(), false));
        assertThat(fixture.told.ids()).containsExactly("a");
    }

    @Test
    void aFaultOfUnknownKindCountsAsAnUnknownOutcome() {
        fixture.send(R, "a");
        fixture.store.next().finishButFail(new IllegalStateException("planned"));
        fixture.time.advanceMillis(50);
        fixture.store.finishAll();

        assertThat(fixture.told.ids()).containsExactly("a");
        assertThat(fixture.seq("a")).isEqualTo(1);
    }

    @Test
    void whileTheStoreHangsCallersAreToldAtTheDeadline() {
        fixture.send(R, "under-way");
        fixture.send(S, "queued");
        fixture.time.advanceMillis(9_999);
        assertThat(fixture.answers).isEmpty();

        fixture.time.advanceMillis(251);

        assertThat(fixture.answer("under-way")).isEqualTo(new OutcomeUnknown(new ClientMessageId("under-way")));
        assertThat(fixture.answer("queued")).isInstanceOf(StoreUnavailable.class);
        assertThat(fixture.told.uncertain).containsExactly(R);
        assertThat(fixture.lane.depth()).isZero();
    }

    @Test
    void aLateAnswerOfTheStoreIsToldToTheListenerAlone() {
        fixture.send(R, "a");
        fixture.time.advanceMillis(10_250);
        assertThat(fixture.answer("a")).isInstanceOf(OutcomeUnknown.class);
        assertThat(fixture.told.uncertain).containsExactly(R);
        assertThat(fixture.lane.depth()).isZero();

        fixture.store.finishAll();

        assertThat(fixture.answers.get("a")).hasSize(1);
        assertThat(fixture.told.ids()).containsExactly("a");
        fixture.send(R, "b");
        fixture.store.finishAll();
        assertThat(fixture.seq("b")).isEqualTo(2);
    }

    @Test
    void whatNobodyWaitsForIsNotTriedAgain() {
        fixture.send(R, "a");
        fixture.time.advanceMillis(10_250);
        fixture.store.next().fail(unknown);
        fixture.time.advanceMillis(50);

        assertThat(fixture.store.open()).isZero();
        fixture.send(R, "b");
        fixture.store.finishAll();
        assertThat(fixture.table.ids(R)).containsExactly("b");
    }

    @Test
    void itemsThatWerePausedBehindAnUnknownOutcomeStayUncertain() {
        fixture.send(R, "a");
        fixture.store.next().fail(unknown);
        fixture.time.advanceMillis(50);
        failUntilAnswered(away);

        assertThat(fixture.answer("a")).isInstanceOf(OutcomeUnknown.class);
        assertThat(fixture.told.uncertain).containsExactly(R);
    }

    @Test
    void whileTheStoreIsAwayCallersHearThatNothingWasWritten() {
        fixture.send(R, "a");
        fixture.send(S, "b");
        failUntilAnswered(away);

        assertThat(fixture.answer("a")).isInstanceOf(StoreUnavailable.class);
        assertThat(fixture.answer("b")).isInstanceOf(StoreUnavailable.class);
        assertThat(fixture.told.uncertain).isEmpty();
        assertThat(fixture.table.events).isEmpty();
    }

    @Test
    void aCallThatWasNeverBegunLeavesNoDoubt() {
        fixture.send(R, "a");
        failUntilAnswered(new OffloadFullException(64));

        assertThat(fixture.answer("a")).isInstanceOf(StoreUnavailable.class);
    }

    private void failUntilAnswered(Exception cause) {
        while (fixture.answers.isEmpty()) {
            if (fixture.store.open() > 0) {
                fixture.store.next().fail(cause);
            }
            fixture.time.advanceMillis(10);
        }
    }

    @Test
    void whatHappenedToAnUncertainItemOfALifeThatIsOverStaysUnknown() {
        fixture.send(R, "a");
        fixture.store.next().finishButFail(unknown);
        fixture.table.planned.put(new ClientMessageId("a"), new AppendResult.NoSuchRoom());
        fixture.time.advanceMillis(50);
        fixture.store.finishAll();

        assertThat(fixture.answer("a")).isInstanceOf(OutcomeUnknown.class);
        assertThat(fixture.told.uncertain).containsExactly(R);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "250", "251", "500", "1,2", "1,500", "3,4,250,499"})
    void exactlyThePoisonedItemsAreRejected(String poisoned) {
        Set<String> poison = Set.of(poisoned.split(","));
        poison.forEach(id -> fixture.table.poison.add(new ClientMessageId("r" + id)));
        fixture.send(S, "first");
        fixture.sendEach(many(R, "r", 500));
        fixture.send(S, "last");
        fixture.settle();

        List<String> good = IntStream.rangeClosed(1, 500)
                .filter(i -> !poison.contains(Integer.toString(i)))
                .mapToObj(i -> "r" + i)
                .toList();
        assertThat(fixture.table.ids(R)).isEqualTo(good);
        assertThat(good).allSatisfy(id -> assertThat(fixture.answer(id)).isInstanceOf(Appended.class));
        assertThat(poison).allSatisfy(id -> assertThat(fixture.answer("r" + id)).isInstanceOf(Rejected.class));
        assertThat(fixture.table.ids(S)).containsExactly("first", "last");
        assertThat(fixture.lane.depth()).isZero();
        assertThat(fixture.table.batches).hasSizeLessThan(25 * (poison.size() + 1));
    }

    @Test
    void batchesGrowAgainAfterThePoisonedItem() {
        fixture.table.poison.add(new ClientMessageId("r1"));
        fixture.sendEach(many(R, "r", 600));
        fixture.settle();
        fixture.send(S, "first");
        fixture.sendEach(many(R, "again", 500));
        fixture.settle();

        assertThat(fixture.table.lastBatch().items()).hasSize(500);
    }

    @Test
    void itemsPastTheirDeadlineAreLeftOutOfTheSmallerBatches() {
        fixture.table.poison.add(new ClientMessageId("bad"));
        fixture.send(R, "first");
        fixture.send(R, "old", "bad");
        fixture.store.finishNext();
        fixture.time.advanceMillis(5_000);
        fixture.send(R, "young");
        var hanging = fixture.store.next();
        fixture.time.advanceMillis(5_250);
        hanging.finish();
        fixture.store.finishAll();

        assertThat(fixture.answer("old")).isInstanceOf(OutcomeUnknown.class);
        assertThat(fixture.answer("bad")).isInstanceOf(OutcomeUnknown.class);
        assertThat(fixture.table.ids(R)).containsExactly("first", "young");
    }
}
