package dev.parley.log;

import static dev.parley.log.Appends.R;
import static dev.parley.log.Appends.S;
import static dev.parley.log.Appends.T;
import static dev.parley.log.Appends.many;
import static dev.parley.log.Appends.weighing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.ManualOffload;
import dev.parley.kernel.RoomId;
import dev.parley.log.AppendResult.Appended;
import dev.parley.log.AppendResult.OutcomeUnknown;
import dev.parley.log.AppendResult.Rejected;
import dev.parley.log.AppendResult.StoreUnavailable;
import dev.parley.log.spi.OutcomeUnknownException;
import dev.parley.log.spi.RoomLog.Patience;
import dev.parley.log.spi.StoreUnavailableException;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What a lane does with rooms that another writer holds.
class HeldRoomsTest {

    private static final RoomId U = new RoomId("u");

    private final LaneFixture fixture = new LaneFixture();

    @Test
    void aHeldRoomIsWaitedForWhileOthersGoOn() {
        fixture.table.held.add(R);
        fixture.send(R, "r1");
        fixture.store.finishNext();
        assertThat(fixture.table.lastBatch().patience()).isEqualTo(Patience.SKIP_HELD);
        var waiting = fixture.store.next();

        fixture.send(S, "s1");
        fixture.store.finishNext();
        assertThat(fixture.answer("s1")).isInstanceOf(Appended.class);

        fixture.table.held.clear();
        waiting.finish();
        assertThat(fixture.table.lastBatch().patience()).isEqualTo(Patience.WAIT);
        assertThat(fixture.seq("r1")).isEqualTo(1);
        assertThat(fixture.store.open()).isZero();
    }

    @Test
    void laterItemsOfAHeldRoomWaitBehindTheEarlierOnes() {
        fixture.table.held.add(R);
        fixture.send(R, "r1");
        fixture.send(R, "r2");
        fixture.send(S, "s1");
        fixture.store.finishNext();
        fixture.send(R, "r3");
        fixture.table.held.clear();
        fixture.settle();

        assertThat(fixture.table.ids(R)).containsExactly("r1", "r2", "r3");
        assertThat(fixture.table.ids(S)).containsExactly("s1");
    }

    @Test
    void itemsDeepInTheQueueKeepTheirPlaceWhenTheirRoomTurnsOutToBeHeld() {
        fixture.table.held.add(R);
        fixture.send(R, "r1");
        fixture.sendEach(many(S, "s", 600));
        fixture.send(R, "r2");
        fixture.store.finishNext();
        fixture.send(R, "r3");
        fixture.table.held.clear();
        var others = fixture.store.next();
        // The room is free before the others are through.
        fixture.store.finishNext();
        fixture.store.finishNext();
        others.finish();
        fixture.settle();

        assertThat(fixture.table.ids(R)).containsExactly("r1", "r2", "r3");
        assertThat(fixture.table.ids(S)).hasSize(600);
    }

    @Test
    void aRoomHasOneTransactionUnderWayAtATime() {
        fixture.table.held.add(R);
        fixture.send(R, "r1");
        fixture.store.finishNext();
        var waiting = fixture.store.next();
        fixture.send(R, "r2");
        fixture.send(S, "s1");
        fixture.time.advanceMillis(100);
        fixture.store.finishNext();
        fixture.time.advanceMillis(100);

        assertThat(fixture.store.open()).isZero();
        assertThat(fixture.table.lastBatch().ids()).containsExactly("s1");
        fixture.table.held.clear();
        waiting.finish();
        fixture.settle();
        assertThat(fixture.table.ids(R)).containsExactly("r1", "r2");
    }

    @Test
    void atMostTwoRoomsAreWaitedForAndTheRestIsTriedEvery20Millis() {
        fixture.table.held.addAll(List.of(R, S, T, U));
        fixture.send(R, "r1");
        fixture.send(S, "s1");
        fixture.send(T, "t1");
        fixture.send(U, "u1");
        fixture.store.finishNext();
        // s1, t1, u1 go together while r1 is waited for.
        fixture.store.finishNext();
        var r = fixture.store.next();
        var s = fixture.store.next();
        assertThat(fixture.store.open()).isZero();

        fixture.table.held.removeAll(List.of(T, U));
        fixture.time.advanceMillis(20);
        fixture.store.finishNext();

        assertThat(fixture.table.lastBatch().patience()).isEqualTo(Patience.SKIP_HELD);
        assertThat(fixture.seq("t1")).isEqualTo(1);
        assertThat(fixture.seq("u1")).isEqualTo(1);
        fixture.table.held.clear();
        r.finish();
        s.finish();
        assertThat(fixture.seq("r1")).isEqualTo(1);
        assertThat(fixture.seq("s1")).isEqualTo(1);
        assertThat(fixture.lane.depth()).isZero();
    }

    @Test
    void heldRoomsTakeTurnsInBeingWaitedFor() {
        fixture.table.held.addAll(List.of(R, S, T));
        fixture.send(R, "r1");
        fixture.send(S, "s1");
        fixture.send(T, "t1");
        fixture.store.finishNext();
        fixture.store.finishNext();
        var r = fixture.store.next();
        ManualOffload.Call<?> s = fixture.store.next();
        r.finish();
        fixture.table.held.clear();
        fixture.store.finishNext();

        assertThat(fixture.table.lastBatch().ids())
                .as("before r has its second turn")
                .containsExactly("t1");
        s.finish();
        fixture.settle();
        assertThat(fixture.table.events).hasSize(3);
    }

    @Test
    void aTransactionOfAHeldRoomHasTheSameBounds() {
        fixture.table.held.add(R);
        fixture.send(R, "first");
        fixture.store.finishNext();
        for (String id : List.of("a", "b", "c", "d", "e", "f")) {
            fixture.send(weighing(R, id, 1 << 18));
        }
        fixture.sendAll(many(R, "r", 600));
        fixture.table.held.clear();
        fixture.settle();

        assertThat(fixture.table.batches)
                .allSatisfy(batch -> assertThat(
                                batch.items().stream().mapToInt(Append::weight).sum())
                        .isLessThanOrEqualTo(1 << 20))
                .allSatisfy(batch -> assertThat(batch.items()).hasSizeLessThanOrEqualTo(500));
        assertThat(fixture.table.ids(R))
                .isEqualTo(Stream.concat(
                                Stream.of("first", "a", "b", "c", "d", "e", "f"),
                                IntStream.rangeClosed(1, 600).mapToObj(i -> "r" + i))
                        .toList());
    }

    @Test
    void poisonInAHeldRoomIsFoundWithoutLosingTheOrder() {
        fixture.table.held.add(R);
        fixture.table.poison.add(new ClientMessageId("bad"));
        fixture.send(R, "r1");
        fixture.store.finishNext();
        fixture.send(R, "r2", "bad", "r3");
        fixture.table.held.clear();
        fixture.store.finishNext();
        // The room's next transaction meets the poison; more arrives meanwhile.
        fixture.send(R, "r4");
        fixture.store.finishNext();
        fixture.send(R, "r5");
        fixture.settle();

        assertThat(fixture.answer("bad")).isInstanceOf(Rejected.class);
        assertThat(fixture.table.ids(R)).containsExactly("r1", "r2", "r3", "r4", "r5");
        assertThat(fixture.lane.depth()).isZero();
    }

    @Test
    void poisonBesideAHeldRoomLeavesTheOrderOfBoth() {
        fixture.table.poison.add(new ClientMessageId("bad"));
        fixture.send(T, "first");
        fixture.send(R, "r1");
        fixture.send(S, "bad");
        fixture.send(R, "r2");
        fixture.send(S, "s1");
        fixture.send(R, "r3");
        fixture.store.finishNext();
        fixture.store.finishNext();
        // The first smaller batch finds the room held; the others must not overtake it.
        fixture.table.held.add(R);
        fixture.store.finishNext();
        fixture.send(R, "r4");
        fixture.table.held.clear();
        fixture.settle();

        assertThat(fixture.table.ids(R)).containsExactly("r1", "r2", "r3", "r4");
        assertThat(fixture.table.ids(S)).containsExactly("s1");
        assertThat(fixture.answer("bad")).isInstanceOf(Rejected.class);
    }

    @Test
    void itemsThatOnlyWaitedForTheirRoomWereNotWritten() {
        fixture.table.held.add(R);
        fixture.send(R, "under-way");
        fixture.store.finishNext();
        fixture.send(R, "behind");
        fixture.time.advanceMillis(10_250);

        assertThat(fixture.answer("under-way")).isInstanceOf(OutcomeUnknown.class);
        assertThat(fixture.answer("behind")).isInstanceOf(StoreUnavailable.class);
        assertThat(fixture.lane.depth()).isZero();
        fixture.store.finishNext();
        fixture.time.advanceMillis(1_000);
        assertThat(fixture.store.open()).isZero();
        assertThat(fixture.time.waiting()).isZero();
    }

    @Test
    void aRoomThatStaysHeldIsTriedUntilTheDeadlineAndThenLeftAlone() {
        fixture.table.held.add(R);
        fixture.send(R, "r1");
        fixture.settle();

        assertThat(fixture.answer("r1")).as("between two tries").isInstanceOf(StoreUnavailable.class);
        assertThat(fixture.table.batches).hasSizeGreaterThan(100);
        fixture.time.advanceMillis(1_000);
        assertThat(fixture.store.open()).isZero();
        assertThat(fixture.time.waiting()).isZero();
    }

    @Test
    void aStoreThatDoesNotWaitIsNotAskedWithoutEnd() {
        fixture.table.held.add(R);
        fixture.send(R, "r1");
        for (int millis = 0; millis < 1_000; millis++) {
            fixture.store.finishAll();
            fixture.time.advanceMillis(1);
        }

        assertThat(fixture.table.batches).hasSizeBetween(50, 110);
        fixture.table.held.clear();
        fixture.time.advanceMillis(20);
        fixture.store.finishAll();
        assertThat(fixture.seq("r1")).isEqualTo(1);
    }

    @Test
    void aHeldRoomsTransactionIsRetriedInItsPlace() {
        fixture.table.held.add(R);
        fixture.send(R, "r1");
        fixture.store.finishNext();
        fixture.send(R, "r2");
        fixture.store.next().fail(new StoreUnavailableException("planned"));
        fixture.table.held.clear();
        fixture.time.advanceMillis(50);
        fixture.store.next().finishButFail(new OutcomeUnknownException("planned", new IllegalStateException()));
        fixture.settle();

        assertThat(fixture.table.ids(R)).containsExactly("r1", "r2");
        assertThat(fixture.told.ids()).containsExactly("r1", "r2");
        assertThat(fixture.seq("r1")).isEqualTo(1);
    }

    @Test
    void expiredItemsOfHeldRoomsAreForgotten() {
        fixture.table.held.addAll(List.of(R, S, T));
        fixture.send(R, "r1");
        fixture.send(S, "s1");
        fixture.send(T, "t1");
        fixture.store.finishNext();
        fixture.store.finishNext();
        fixture.time.advanceMillis(10_250);

        assertThat(fixture.answers).hasSize(3);
        assertThat(fixture.lane.depth()).isZero();
    }
}
