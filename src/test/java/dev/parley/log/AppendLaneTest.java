package dev.parley.log;

import static dev.parley.log.Appends.R;
import static dev.parley.log.Appends.S;
import static dev.parley.log.Appends.append;
import static dev.parley.log.Appends.many;
import static dev.parley.log.Appends.weighing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.Event;
import dev.parley.log.AppendResult.Appended;
import dev.parley.log.AppendResult.Overloaded;
import dev.parley.log.spi.RoomLog.Patience;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What a lane does while the store works.
class AppendLaneTest {

    private static final LaneLimits DEFAULT = LaneLimits.DEFAULT;

    private final LaneFixture fixture = new LaneFixture();

    private long deadline() {
        return fixture.deadline();
    }

    @Test
    void anIdleLaneStartsAtOnceAndWhatArrivesMeanwhileGoesTogether() {
        fixture.send(R, "a");
        fixture.send(S, "b");
        fixture.send(R, "c");
        assertThat(fixture.store.open()).isEqualTo(1);

        fixture.store.finishNext();
        fixture.store.finishNext();

        assertThat(fixture.table.batches)
                .extracting(LogTable.Batch::ids)
                .containsExactly(List.of("a"), List.of("b", "c"));
        assertThat(fixture.table.batches).extracting(LogTable.Batch::patience).containsOnly(Patience.SKIP_HELD);
        assertThat(fixture.store.open()).isZero();
    }

    @Test
    void theNextTransactionIsUnderWayBeforeTheCallersOfTheLastOneAreTold() {
        var underWay = new ArrayList<Integer>();
        fixture.round = answers -> {
            underWay.add(fixture.store.open());
            answers.run();
        };
        fixture.send(R, "a");
        fixture.send(R, "b");

        fixture.store.finishNext();

        assertThat(underWay).containsExactly(1);
        assertThat(fixture.answered("a")).isTrue();
        assertThat(fixture.answered("b")).isFalse();
    }

    @Test
    void theAnswersOfOneTransactionAreOneRound() {
        var answered = new ArrayList<Integer>();
        fixture.round = answers -> {
            answers.run();
            answered.add(fixture.answers.size());
        };
        fixture.send(R, "a");
        fixture.send(R, "b");
        fixture.send(S, "c");

        fixture.store.finishAll();

        assertThat(answered).containsExactly(1, 3);
    }

    @Test
    void aRoundThatFailsDoesNotStopTheLane() {
        fixture.round = answers -> {
            answers.run();
            throw new IllegalStateException("planted");
        };
        fixture.send(R, "a");
        fixture.send(R, "b");

        fixture.store.finishAll();

        assertThat(fixture.seq("b")).isEqualTo(2);
        assertThat(fixture.lane.depth()).isZero();
    }

    @Test
    void everybodyIsAnsweredWithWhatTheLogHolds() {
        fixture.send(R, "a", "b", "a");
        fixture.store.finishAll();

        assertThat(fixture.answer("b")).isEqualTo(new Appended(fixture.table.events.get(1), false));
        Event first = fixture.table.events.getFirst();
        assertThat(fixture.answers.get("a")).containsExactly(new Appended(first, false), new Appended(first, true));
        assertThat(fixture.lane.depth()).isZero();
    }

    @Test
    void theListenerHearsBeforeTheCallersAndNothingTwice() {
        var order = new ArrayList<String>();
        var time = fixture.time;
        CommitListener listener = (_, retention, events) -> {
            assertThat(retention).isEqualTo(Appends.TERMS.retention());
            order.addAll(
                    events.stream().map(event -> "told " + event.clientMsgId()).toList());
        };
        var lane = new AppendLane(
                fixture.table,
                fixture.store,
                time,
                time,
                time,
                DEFAULT,
                listener,
                AppendObserver.NONE,
                AnswerRound.PLAIN);
        lane.append(List.of(append(R, "a")), deadline(), _ -> order.add("answered a"));
        lane.append(List.of(append(R, "b")), deadline(), _ -> order.add("answered b"));
        lane.append(List.of(append(R, "b")), deadline(), _ -> order.add("answered b again"));
        fixture.store.finishAll();

        assertThat(order).containsExactly("told a", "answered a", "told b", "answered b", "answered b again");
    }

    @Test
    void aRepeatIsNotToldAgain() {
        fixture.send(R, "a");
        fixture.store.finishAll();
        fixture.send(R, "a");
        fixture.store.finishAll();

        assertThat(fixture.told.ids()).containsExactly("a");
        assertThat(fixture.told.calls).hasSize(1);
    }

    @Test
    void itemsHandedInTogetherAreAnsweredTogetherInTheirOrder() {
        fixture.table.planned.put(new ClientMessageId("r2"), new AppendResult.IdReused(9));
        var answers = new ArrayList<List<AppendResult>>();
        fixture.lane.append(many(R, "r", 3), deadline(), answers::add);
        fixture.store.finishAll();

        assertThat(answers).hasSize(1);
        assertThat(answers.getFirst())
                .containsExactly(
                        new Appended(fixture.table.events.get(0), false),
                        new AppendResult.IdReused(9),
                        new Appended(fixture.table.events.get(1), false));
    }

    @Test
    void aTransactionHasAtMostFiveHundredItems() {
        fixture.send(S, "first");
        fixture.sendAll(many(R, "r", 1_001));
        fixture.store.finishAll();

        assertThat(fixture.table.batches)
                .extracting(batch -> batch.items().size())
                .containsExactly(1, 500, 500, 1);
        assertThat(fixture.table.ids(R))
                .isEqualTo(Stream.iterate(1, i -> i + 1)
                        .limit(1_001)
                        .map(i -> "r" + i)
                        .toList());
    }

    @Test
    void aTransactionHasAtMostOneMebibyte() {
        int quarter = 1 << 18;
        fixture.send(S, "first");
        fixture.send(weighing(R, "a", quarter));
        fixture.send(weighing(R, "b", quarter));
        fixture.send(weighing(R, "c", quarter));
        fixture.send(weighing(R, "exactly-full", quarter).withTerms(Appends.TERMS));
        fixture.send(weighing(R, "e", 257));
        fixture.store.finishAll();

        assertThat(fixture.table.batches)
                .extracting(LogTable.Batch::ids)
                .containsExactly(List.of("first"), List.of("a", "b", "c", "exactly-full"), List.of("e"));
    }

    @Test
    void aLargerItemGoesAlone() {
        fixture.send(S, "first");
        fixture.send(append(R, "small"));
        fixture.send(weighing(R, "large", (1 << 20) + 1));
        fixture.send(append(R, "last"));
        fixture.store.finishAll();

        assertThat(fixture.table.batches)
                .extracting(LogTable.Batch::ids)
                .containsExactly(List.of("first"), List.of("small"), List.of("large"), List.of("last"));
    }

    @Test
    void aLaneTakes4096ItemsAndRefusesTheNext() {
        var wide = new LaneFixture(new LaneLimits(
                1, 500, 1 << 20, DEFAULT.queueItems(), DEFAULT.queueBytes(), 5_000, 2, DEFAULT.deadline()));
        wide.sendEach(many(R, "r", 4_096));
        assertThat(wide.lane.depth()).isEqualTo(4_096);

        wide.send(S, "one-too-many");

        assertThat(wide.answer("one-too-many")).isInstanceOf(Overloaded.class);
        assertThat(wide.answers).hasSize(1);
        wide.store.finishNext();
        wide.send(S, "again");
        wide.settle();
        assertThat(wide.answer("again")).isInstanceOf(Appended.class);
        assertThat(wide.table.ids(S)).containsExactly("again");
        assertThat(wide.lane.depth()).isZero();
    }

    @Test
    void aLaneTakesEightMebibytesAndRefusesTheNextByte() {
        for (int i = 0; i < 8; i++) {
            fixture.send(weighing(R, "mebibyte" + i, 1 << 20));
        }
        fixture.send(append(S, "one-too-many"));
        assertThat(fixture.answer("one-too-many")).isInstanceOf(Overloaded.class);

        fixture.store.finishNext();
        fixture.send(append(S, "again"));
        fixture.settle();

        assertThat(fixture.answer("again")).isInstanceOf(Appended.class);
        assertThat(fixture.table.ids(R)).hasSize(8);
    }

    @Test
    void ofOneRoomALaneTakes1024ItemsWhileOthersGoOn() {
        fixture.sendEach(many(R, "r", 1_024));
        fixture.send(R, "one-too-many");
        fixture.send(S, "other-room");

        assertThat(fixture.answer("one-too-many")).isInstanceOf(Overloaded.class);
        assertThat(fixture.answered("other-room")).isFalse();
        assertThat(fixture.told.refusals).containsExactly("overloaded");
        fixture.store.finishNext();
        fixture.send(R, "again");
        fixture.settle();
        assertThat(fixture.answer("again")).isInstanceOf(Appended.class);
        assertThat(fixture.answer("other-room")).isInstanceOf(Appended.class);
        assertThat(fixture.table.ids(R)).hasSize(1_025).doesNotContain("one-too-many");
    }

    @Test
    void whatIsAnsweredLeavesItsRoomAsRoomyAsBefore() {
        for (int i = 0; i < 3; i++) {
            fixture.send(R, "before" + i);
            fixture.settle();
        }
        fixture.sendEach(many(R, "r", 1_024));

        assertThat(fixture.answered("r1024")).isFalse();
        fixture.settle();
        assertThat(fixture.table.ids(R)).hasSize(1_027);
    }

    @Test
    void aBatchThatOverfillsItsRoomIsTakenAsFarAsItFits() {
        fixture.sendAll(many(R, "r", 1_030));
        fixture.settle();

        assertThat(fixture.table.ids(R)).hasSize(1_024).endsWith("r1024");
        assertThat(fixture.answer("r1024")).isInstanceOf(Appended.class);
        assertThat(fixture.answer("r1025")).isInstanceOf(Overloaded.class);
    }

    @Test
    void aBatchThatDoesNotFitTheLaneIsRefusedAsAWhole() {
        fixture.sendEach(many(R, "r", 1_000));
        fixture.sendAll(many(S, "s", 3_097));

        assertThat(fixture.answer("s1")).isInstanceOf(Overloaded.class);
        assertThat(fixture.answer("s3097")).isInstanceOf(Overloaded.class);
        fixture.settle();
        assertThat(fixture.table.ids(S)).isEmpty();
        assertThat(fixture.lane.depth()).isZero();
    }

    @Test
    void aCallbackThatThrowsKeepsNobodyElseFromTheirAnswer() {
        fixture.send(R, "first");
        fixture.lane.append(List.of(append(R, "bad")), deadline(), _ -> {
            throw new IllegalStateException("planned");
        });
        fixture.lane.append(List.of(append(R, "worse")), deadline(), _ -> {
            throw new AssertionError("planned");
        });
        fixture.send(R, "good");
        fixture.settle();
        fixture.send(R, "later");
        fixture.settle();

        assertThat(fixture.answer("good")).isInstanceOf(Appended.class);
        assertThat(fixture.answer("later")).isInstanceOf(Appended.class);
        assertThat(fixture.lane.depth()).isZero();
    }

    @Test
    void aListenerThatThrowsKeepsNobodyFromTheirAnswer() {
        var time = fixture.time;
        CommitListener listener = (_, _, _) -> {
            throw new IllegalStateException("planned");
        };
        var observer = new AppendObserver() {
            @Override
            public void appended() {
                throw new IllegalStateException("planned");
            }

            @Override
            public void transaction(int items, java.time.Duration took) {
                throw new IllegalStateException("planned");
            }
        };
        var lane = new AppendLane(
                fixture.table, fixture.store, time, time, time, DEFAULT, listener, observer, AnswerRound.PLAIN);
        var answers = new ArrayList<AppendResult>();
        lane.append(List.of(append(R, "a")), deadline(), answers::addAll);
        fixture.store.finishAll();
        lane.append(List.of(append(R, "b")), deadline(), answers::addAll);
        fixture.store.finishAll();

        assertThat(answers).hasSize(2).hasOnlyElementsOfType(Appended.class);
        assertThat(lane.depth()).isZero();
    }

    @Test
    void anAnswerThatHandsInTheNextItemIsFine() {
        var answers = new ArrayList<AppendResult>();
        fixture.lane.append(
                List.of(append(R, "a")),
                deadline(),
                _ -> fixture.lane.append(List.of(append(R, "b")), deadline(), answers::addAll));
        fixture.store.finishAll();

        assertThat(answers).containsExactly(new Appended(fixture.table.events.get(1), false));
    }

    @Test
    void aCallerWhoseDeadlineIsOverIsNotTakenAnyMore() {
        var answers = new ArrayList<AppendResult>();
        long over = fixture.time.nanos();
        fixture.lane.append(List.of(append(R, "a")), over, answers::addAll);

        assertThat(answers).containsExactly(new AppendResult.StoreUnavailable());
        assertThat(fixture.store.open()).isZero();
        assertThat(fixture.lane.depth()).isZero();
    }

    @Test
    void anIdleLaneHasNoTimers() {
        fixture.send(R, "a");
        fixture.store.finishAll();
        fixture.time.advanceMillis(1_000);

        assertThat(fixture.time.waiting()).isZero();
    }

    @Test
    void transactionsAndAnswersAreCounted() {
        fixture.table.planned.put(new ClientMessageId("reused"), new AppendResult.IdReused(1));
        fixture.send(R, "a", "b", "b", "reused");
        fixture.store.finishAll();

        assertThat(fixture.told.transactions).containsExactly(1, 3);
        assertThat(fixture.told.appended).isEqualTo(2);
        assertThat(fixture.told.duplicates).isEqualTo(1);
        assertThat(fixture.told.refusals).containsExactly("idempotency-mismatch");
    }
}
