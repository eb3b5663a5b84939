package dev.parley.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.Event;
import dev.parley.kernel.RoomId;
import dev.parley.log.spi.StoreUnavailableException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TailTest {

    private final DeliveryFixture fixture = new DeliveryFixture();
    private final LogOnHand log = fixture.log;
    private final LogOnHand.Room room = log.create("r", "aaaaaaaa");

    private Tail tail() {
        Tail tail = fixture.tails.acquire(room.id);
        assertThat(tail).isNotNull();
        return tail;
    }

    private Tail live() {
        Tail tail = tail();
        fixture.settle();
        return tail;
    }

    private static TailView view(Tail tail) {
        TailView view = tail.view();
        if (view == null) {
            throw new AssertionError("the log was not read yet");
        }
        return view;
    }

    private static List<Long> seqs(Tail tail) {
        TailView view = view(tail);
        List<Long> seqs = new ArrayList<>();
        for (long seq = view.floor() + 1; seq <= view.last(); seq++) {
            assertThat(view.at(seq).event().seq()).isEqualTo(seq);
            seqs.add(seq);
        }
        return seqs;
    }

    /// The commit happens: before the read, between the read and its answer, after the answer.
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void noCommitFallsBetweenTheReadAndTheFirstNews(int moment) {
        log.add(room, 3);
        Tail tail = tail();
        if (moment == 0) {
            fixture.publish(room, 1);
        }
        Runnable answer = fixture.offload.next().happen();
        if (moment == 1) {
            fixture.publish(room, 1);
        }
        answer.run();
        if (moment == 2) {
            fixture.publish(room, 1);
        }

        assertThat(seqs(tail)).containsExactly(1L, 2L, 3L, 4L);
    }

    @Test
    void theFirstReadTakesTheNewestFew() {
        log.add(room, 100);

        assertThat(seqs(live())).hasSize(TailReads.FIRST_READ).startsWith(37L).endsWith(100L);
    }

    @Test
    void newsThatWasHeardAlreadyChangesNothing() {
        Tail tail = live();
        List<Event> first = log.add(room, 2);
        fixture.tell(room, first);
        fixture.publish(room, 1);
        fixture.tell(room, first);

        assertThat(seqs(tail)).containsExactly(1L, 2L, 3L);
        fixture.pass(200);
        assertThat(log.reads).as("only the first read").hasSize(1);
    }

    @Test
    void aHoleThatClosesBySelfIsNotRead() {
        Tail tail = live();
        List<Event> events = log.add(room, 3);
        fixture.tell(room, events.subList(1, 3));
        assertThat(seqs(tail)).as("nothing past a hole").isEmpty();
        fixture.pass(50);
        fixture.tell(room, events.subList(0, 1));

        assertThat(seqs(tail)).containsExactly(1L, 2L, 3L);
        fixture.pass(500);
        assertThat(log.reads).hasSize(1);
    }

    @Test
    void aHoleIsReadFromTheLogAfterAMoment() {
        Tail tail = live();
        fixture.tell(room, log.add(room, 3).subList(2, 3));
        fixture.pass(90);
        assertThat(seqs(tail)).isEmpty();
        fixture.pass(60);

        assertThat(seqs(tail)).containsExactly(1L, 2L, 3L);
    }

    @Test
    void aTailThatIsFarBehindGoesOnAtTheNewest() {
        log.add(room, 3);
        Tail tail = live();
        fixture.tell(room, log.add(room, 2_000).subList(1_999, 2_000));
        fixture.pass(200);

        assertThat(seqs(tail)).hasSize(TailReads.FIRST_READ).endsWith(2_003L);
    }

    @Test
    void whatIsHeldIsBoundedAndTheRestIsRead() {
        Tail tail = live();
        List<Event> events = log.add(room, 700);
        fixture.tell(room, events.subList(1, 700));
        fixture.pass(200);

        assertThat(seqs(tail)).endsWith(700L).hasSizeLessThanOrEqualTo(TailWindow.MAX_EVENTS);
        assertThat(view(tail).last()).isEqualTo(700);
    }

    @Test
    void itKeeps512Events() {
        Tail tail = live();
        for (int i = 0; i < 20; i++) {
            fixture.publish(room, 50);
        }

        assertThat(seqs(tail)).hasSize(512).endsWith(1_000L);
    }

    @Test
    void itKeepsHalfAMebibyte() {
        Tail tail = live();
        String data = "\"" + "x".repeat(16_000) + "\"";
        for (int i = 0; i < 100; i++) {
            fixture.tell(room, List.of(log.add(room, "text", data, null, "anna")));
        }

        assertThat(seqs(tail)).endsWith(100L).hasSize((512 << 10) / (16_002 + 256));
        assertThat(fixture.tails.budget().tails())
                .as("and what its array still holds")
                .isLessThanOrEqualTo((512 + 128) << 10);
    }

    @Test
    void aViewStaysAsItWasWhileTheTailGoesOn() {
        Tail tail = live();
        fixture.publish(room, 300);
        TailView old = view(tail);
        for (int i = 0; i < 30; i++) {
            fixture.publish(room, 100);
        }

        assertThat(old.last()).isEqualTo(300);
        for (long seq = 1; seq <= 300; seq++) {
            assertThat(old.at(seq).event().seq()).isEqualTo(seq);
        }
    }

    @Test
    void anEventOfAnotherEpochMakesItReadTheLogWhichDecides() {
        Event old = log.add(room, "text");
        Tail tail = live();
        LogOnHand.Room again = log.create("r", "bbbbbbbb");
        fixture.publish(again, 2);
        fixture.settle();

        assertThat(view(tail).epoch()).isEqualTo(again.epoch);
        assertThat(seqs(tail)).containsExactly(1L, 2L);

        fixture.tell(room, List.of(old));
        fixture.settle();
        assertThat(view(tail).epoch()).as("a late word from the old log").isEqualTo(again.epoch);
    }

    @Test
    void aLogThatWentBackIsTakenAsItIs() {
        log.add(room, 10);
        Tail tail = live();
        room.events = new ArrayList<>(room.events.subList(0, 6));
        tail.check();
        fixture.settle();

        assertThat(seqs(tail)).endsWith(6L);
    }

    @Test
    void anotherEventAtAKnownPositionMeansThatTheLogWentBack() {
        log.add(room, 10);
        Tail tail = live();
        room.events = new ArrayList<>(room.events.subList(0, 6));
        log.now++;
        fixture.publish(room, 1);
        fixture.settle();

        assertThat(seqs(tail)).endsWith(7L);
        assertThat(view(tail).at(7).event()).isEqualTo(room.events.get(6));
    }

    @Test
    void anAppendWithAnUnknownOutcomeIsLookedForAtOnceAndAgain() {
        Tail tail = live();
        log.add(room, 1);
        fixture.tails.uncertain(room.id);
        fixture.settle();
        assertThat(seqs(tail)).containsExactly(1L);

        log.add(room, 1);
        fixture.pass(900);
        assertThat(seqs(tail)).containsExactly(1L);
        fixture.pass(200);
        assertThat(seqs(tail)).as("it happened after all").containsExactly(1L, 2L);
    }

    @Test
    void aRoomThatIsGoneIsToldWithWhatItSaidLast() {
        log.add(room, 2);
        Tail tail = live();
        log.rooms.remove(room.id);
        tail.check();
        fixture.settle();

        assertThat(view(tail).gone()).isTrue();
        assertThat(seqs(tail)).containsExactly(1L, 2L);

        LogOnHand.Room again = log.create("r", "bbbbbbbb");
        fixture.publish(again, 1);
        fixture.settle();
        assertThat(view(tail).gone()).isFalse();
        assertThat(view(tail).epoch()).isEqualTo(again.epoch);
    }

    @Test
    void aRoomCreatedWhileTheLogWasReadIsFound() {
        log.rooms.clear();
        Tail tail = tail();
        Runnable answer = fixture.offload.next().happen();
        LogOnHand.Room created = log.create("r", "cccccccc");
        fixture.publish(created, 1);
        answer.run();
        fixture.settle();

        assertThat(view(tail).gone()).isFalse();
        assertThat(seqs(tail)).containsExactly(1L);
    }

    @Test
    void aStoreThatIsAwayIsTriedAgain() {
        Tail tail = live();
        log.broken = new StoreUnavailableException("away");
        fixture.tell(room, log.add(room, 2).subList(1, 2));
        fixture.pass(1_000);
        assertThat(seqs(tail)).isEmpty();
        log.broken = null;
        fixture.pass(2_500);

        assertThat(seqs(tail)).containsExactly(1L, 2L);
    }

    @Test
    void aCheckIsAnsweredByAReadThatBeganAfterIt() {
        Tail tail = tail();
        Runnable first = fixture.offload.next().happen();
        log.add(room, 1);
        List<Long> heads = new ArrayList<>();
        tail.check(_ -> heads.add(view(tail).last()));
        first.run();
        assertThat(heads).as("the read under way is older").isEmpty();
        fixture.settle();

        assertThat(heads).containsExactly(1L);
    }

    @Test
    void eightTailsReadAtATime() {
        for (int i = 0; i < 20; i++) {
            fixture.tails.acquire(log.create("room" + i, "aaaaaaaa").id);
        }
        assertThat(fixture.offload.open()).isEqualTo(8);
        fixture.offload.finishNext();
        assertThat(fixture.offload.open()).isEqualTo(8);
        fixture.offload.finishAll();

        assertThat(log.reads).hasSize(20);
    }

    @Test
    void aTailLingersForThirtySecondsAndServesWhoComesBack() {
        Tail tail = live();
        fixture.tails.release(tail);
        fixture.pass(29_000);
        assertThat(tail()).isSameAs(tail);
        fixture.tails.release(tail);
        fixture.pass(29_000);
        assertThat(fixture.tails.size()).as("the clock began anew").isEqualTo(1);
        fixture.pass(2_000);

        assertThat(fixture.tails.size()).isZero();
        assertThat(fixture.tails.budget().tails()).isZero();
    }

    @Test
    void atTheBoundATailNobodyReadsMakesRoom() {
        var few = new DeliveryFixture(new TailSettings(2, 1 << 20, false), StreamSettings.DEFAULT);
        Tail a = few.tails.acquire(new RoomId("a"));
        assertThat(few.tails.acquire(new RoomId("b"))).isNotNull();
        assertThat(few.tails.acquire(new RoomId("c"))).isNull();
        assertThat(a).isNotNull();
        few.tails.release(a);

        assertThat(few.tails.acquire(new RoomId("c"))).isNotNull();
        assertThat(few.tails.acquire(new RoomId("a"))).isNull();
    }

    @Test
    void aboveTheBudgetTailsDoNotGrowAndThenKeepOnlyAFewEvents() {
        var tight = new DeliveryFixture(new TailSettings(10, 10_000, false), StreamSettings.DEFAULT);
        LogOnHand.Room there = tight.log.create("r", "aaaaaaaa");
        Tail tail = tight.tails.acquire(there.id);
        tight.settle();
        for (int i = 0; i < 100; i++) {
            tight.publish(there, 1);
        }

        assertThat(tail).isNotNull();
        assertThat(seqs(tail)).hasSizeBetween(38, 46).endsWith(100L);
        tight.settle();
        assertThat(seqs(tail)).hasSize(32).endsWith(100L);
    }

    @Test
    void headChecksFindWhatNobodyTold() {
        var checking = new DeliveryFixture(TailSettings.LOCAL.withHeadChecks(), StreamSettings.DEFAULT);
        LogOnHand.Room there = checking.log.create("r", "aaaaaaaa");
        checking.tails.start();
        Tail tail = checking.tails.acquire(there.id);
        assertThat(tail).isNotNull();
        checking.settle();
        checking.log.add(there, 2);
        checking.pass(2_300);
        assertThat(seqs(tail)).containsExactly(1L, 2L);

        there.events = new ArrayList<>(there.events.subList(0, 1));
        checking.pass(2_300);
        assertThat(seqs(tail)).as("the log went back").containsExactly(1L);

        LogOnHand.Room again = checking.log.create("r", "bbbbbbbb");
        checking.pass(2_300);
        assertThat(view(tail).epoch()).isEqualTo(again.epoch);
    }

    @Test
    void headChecksAskForQuietTailsOnlyAndNeverOnASingleNode() {
        fixture.tails.start();
        live();
        fixture.pass(5_000);
        assertThat(log.reads).as("fanout is local").hasSize(1);

        var checking = new DeliveryFixture(TailSettings.LOCAL.withHeadChecks(), StreamSettings.DEFAULT);
        LogOnHand.Room there = checking.log.create("r", "aaaaaaaa");
        checking.tails.start();
        checking.tails.acquire(there.id);
        for (int i = 0; i < 50; i++) {
            checking.publish(there, 1);
            checking.pass(100);
        }
        assertThat(checking.log.reads).noneMatch(read -> read.startsWith("heads"));
    }

    @Test
    void aCommitDuringAHeadCheckIsNoReasonToRead() {
        var checking = new DeliveryFixture(TailSettings.LOCAL.withHeadChecks(), StreamSettings.DEFAULT);
        LogOnHand.Room there = checking.log.create("r", "aaaaaaaa");
        checking.tails.start();
        checking.tails.acquire(there.id);
        checking.settle();
        checking.time.advanceMillis(1_300);
        while (checking.offload.open() == 0) {
            checking.time.advanceMillis(100);
        }
        Runnable heads = checking.offload.next().happen();
        checking.publish(there, 3);
        heads.run();

        assertThat(checking.offload.open())
                .as("lower than now, not than it was")
                .isZero();
    }
}
