package dev.parley.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.fanout.Fanout;
import dev.parley.fanout.LocalRooms;
import dev.parley.kernel.Event;
import dev.parley.kernel.ManualOffload;
import dev.parley.kernel.ManualTime;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// Tails that hear of other nodes through a fanout of the test's.
class TailsOfAFleetTest {

    private static final class HandFanout implements Fanout {
        final Map<RoomId, Consumer<Boolean>> joining = new LinkedHashMap<>();
        final List<RoomId> left = new ArrayList<>();
        boolean hearing = true;

        @Override
        public void start(LocalRooms rooms) {}

        @Override
        public void join(RoomId room, Consumer<Boolean> ready) {
            joining.put(room, ready);
        }

        @Override
        public void left(RoomId room) {
            left.add(room);
        }

        @Override
        public boolean hearing() {
            return hearing;
        }
    }

    private final ManualTime time = new ManualTime();
    private final ManualOffload offload = new ManualOffload();
    private final LogOnHand log = new LogOnHand();
    private final LogOnHand.Room room = log.create("r", "aaaaaaaa");
    private final HandFanout fanout = new HandFanout();
    private final Tails tails = tails(TailSettings.LOCAL);

    private Tails tails(TailSettings settings) {
        return new Tails(
                log, log, offload, time, time, time, new SplittableRandom(7), settings, StreamObserver.NONE, fanout);
    }

    private void settle() {
        do {
            offload.finishAll();
            time.advance(Duration.ZERO);
        } while (offload.open() > 0);
    }

    private void pass(long millis) {
        for (long left = millis; left > 0; left -= 10) {
            time.advanceMillis(10);
            settle();
        }
    }

    private Tail acquire() {
        Tail tail = tails.acquire(room.id);
        assertThat(tail).isNotNull();
        return tail;
    }

    private Tail live() {
        Tail tail = acquire();
        confirm(true);
        settle();
        return tail;
    }

    private void confirm(boolean confirmed) {
        Consumer<Boolean> ready = fanout.joining.remove(room.id);
        assertThat(ready).isNotNull();
        ready.accept(confirmed);
    }

    private static long last(Tail tail) {
        TailView view = tail.view();
        return view == null ? -1 : view.last();
    }

    private void hear(List<Event> events) {
        tails.heard(room.id, events, Map.of());
    }

    @Test
    void theLogIsNotReadBeforeTheRoomIsHeard() {
        log.add(room, 2);
        Tail tail = acquire();
        List<Boolean> known = new ArrayList<>();
        tail.known(known::add);
        tail.check();
        hear(log.add(room, 1));
        tails.check(List.of(room.id));
        pass(1_000);
        assertThat(tail.view()).isNull();
        assertThat(known).isEmpty();
        confirm(true);
        settle();
        assertThat(known).containsExactly(true);
        assertThat(last(tail)).isEqualTo(3);
    }

    @Test
    void whoCannotBeHeardIsReadAllTheSame() {
        log.add(room, 2);
        Tail tail = acquire();
        confirm(false);
        settle();
        assertThat(last(tail)).isEqualTo(2);
    }

    @Test
    void aRoomIsJoinedOnceAndLeftAfterItsLinger() {
        Tail first = live();
        Tail second = acquire();
        assertThat(second).isSameAs(first);
        assertThat(fanout.joining).isEmpty();
        tails.release(first);
        tails.release(second);
        time.advance(Tails.LINGER.minusMillis(1));
        assertThat(fanout.left).isEmpty();
        assertThat(tails.reads(room.id)).isTrue();
        time.advanceMillis(1);
        assertThat(fanout.left).containsExactly(room.id);
        assertThat(tails.reads(room.id)).isFalse();
        assertThat(tails.rooms()).isEmpty();
    }

    @Test
    void aRoomThatGivesWayToAnotherIsLeft() {
        Tails few = tails(new TailSettings(1, 1 << 20, false));
        Tail tail = few.acquire(room.id);
        assertThat(tail).isNotNull();
        few.release(tail);
        LogOnHand.Room other = log.create("other", "bbbbbbbb");
        assertThat(few.acquire(other.id)).isNotNull();
        assertThat(fanout.left).containsExactly(room.id);
        assertThat(few.rooms()).containsExactly(other.id);
    }

    @Test
    void eventsOfOtherNodesAreTakenWithTheirSessions() {
        Tail tail = live();
        List<Event> events = log.add(room, 2);
        var session = new SessionId("session-1");
        tails.heard(room.id, events, Map.of(events.getFirst().position(), session));
        TailView view = tail.view();
        assertThat(view).isNotNull();
        assertThat(view.last()).isEqualTo(2);
        assertThat(view.at(1).publisher()).isEqualTo(session);
        assertThat(view.at(2).publisher()).isNull();
        assertThat(offload.open()).isZero();
    }

    @Test
    void aPositionAboveTheHeadIsReadAtOnce() {
        Tail tail = live();
        log.add(room, 3);
        tails.heardOf(room.id, room.at(3));
        assertThat(offload.open()).isEqualTo(1);
        settle();
        assertThat(last(tail)).isEqualTo(3);
    }

    @Test
    void aPositionThatIsKnownChangesNothing() {
        Tail tail = live();
        hear(log.add(room, 3));
        tails.heardOf(room.id, room.at(3));
        tails.heardOf(room.id, room.at(1));
        pass(1_000);
        assertThat(last(tail)).isEqualTo(3);
        assertThat(offload.open()).isZero();
    }

    @Test
    void aPositionHeardWhileTheLogIsReadIsNotForgotten() {
        Tail tail = acquire();
        confirm(true);
        Runnable answer = offload.next().happen();
        log.add(room, 1);
        tails.heardOf(room.id, room.at(1));
        answer.run();
        pass(200);
        assertThat(last(tail)).isEqualTo(1);
    }

    /// The log decides: the position may be of a life that has ended, or of one not known yet.
    @Test
    void aPositionOfAnotherEpochIsLookedUp() {
        Tail tail = live();
        hear(log.add(room, 1));
        LogOnHand.Room next = log.create("r", "bbbbbbbb");
        log.add(next, 2);
        tails.heardOf(room.id, new Position(next.at(2).epoch(), 2));
        settle();
        TailView view = tail.view();
        assertThat(view).isNotNull();
        assertThat(view.head()).isEqualTo(next.at(2));
        tails.heardOf(room.id, room.at(5));
        settle();
        assertThat(view.head()).isEqualTo(next.at(2));
    }

    @Test
    void roomsThatAreCheckedAreAskedForTogetherAndReadOnlyWhenTheyAreBehind() {
        Tail tail = live();
        LogOnHand.Room other = log.create("other", "bbbbbbbb");
        assertThat(tails.acquire(other.id)).isNotNull();
        fanout.joining.get(other.id).accept(true);
        settle();
        log.add(room, 1);
        tails.check(tails.rooms());
        tails.check(tails.rooms());
        assertThat(offload.open()).isZero();
        time.advanceMillis(20);
        assertThat(offload.open()).as("one query").isEqualTo(1);
        offload.finishNext();
        assertThat(offload.open()).as("one read").isEqualTo(1);
        settle();
        assertThat(last(tail)).isEqualTo(1);
    }

    @Test
    void whatIsDueWhileAQueryIsUnderWayIsAskedAgain() {
        Tail tail = live();
        tails.check(tails.rooms());
        time.advanceMillis(20);
        Runnable answer = offload.next().happen();
        log.add(room, 1);
        tails.check(tails.rooms());
        answer.run();
        pass(40);
        assertThat(last(tail)).isEqualTo(1);
    }

    /// What was heard a moment ago says nothing about what was not.
    @Test
    void whileNothingIsHeardBusyRoomsAreLookedUpToo() {
        Tails checking = tails(TailSettings.LOCAL.withHeadChecks());
        checking.start();
        Tail tail = checking.acquire(room.id);
        assertThat(tail).isNotNull();
        confirm(false);
        settle();
        fanout.hearing = false;
        for (int i = 0; i < 20; i++) {
            checking.heard(room.id, log.add(room, 1), Map.of());
            pass(i * 10);
            log.add(room, 1);
            pass(1_250);
            assertThat(last(tail)).as("round %s", i).isEqualTo(2 * i + 2);
        }
    }
}
