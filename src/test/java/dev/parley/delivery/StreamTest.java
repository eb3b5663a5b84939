package dev.parley.delivery;

import static dev.parley.delivery.DeliveryFixture.FRESH;
import static dev.parley.delivery.DeliveryFixture.after;
import static dev.parley.delivery.DeliveryFixture.events;
import static dev.parley.delivery.DeliveryFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.delivery.Notice.GapReason;
import dev.parley.kernel.Epoch;
import dev.parley.kernel.Event;
import dev.parley.kernel.Life;
import dev.parley.kernel.Position;
import dev.parley.kernel.SessionId;
import dev.parley.kernel.TypeFilter;
import dev.parley.log.Retention;
import dev.parley.log.RoomKind;
import dev.parley.log.spi.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StreamTest {

    private static final String E = "5aaaaaaaa";
    private static final SessionId SESSION = new SessionId("session-1");

    private final DeliveryFixture fixture = new DeliveryFixture();
    private final LogOnHand log = fixture.log;
    private final LogOnHand.Room room = log.create("r", "aaaaaaaa");

    @AfterEach
    void everyBufferWasGivenBack() {
        assertThat(fixture.frames.buffersOut).isZero();
    }

    private static List<String> with(List<String> first, Object... rest) {
        List<String> all = new ArrayList<>(first);
        for (Object part : rest) {
            if (part instanceof List<?> lines) {
                lines.forEach(line -> all.add((String) line));
            } else {
                all.add((String) part);
            }
        }
        return all;
    }

    @Test
    void aFreshStreamBeginsAtTheHeadAndGoesOnLive() {
        log.add(room, 3);
        Client client = fixture.open(room, FRESH);
        assertThat(client.lines()).containsExactly("hello r@3 fresh #" + E + ":3", "caught-up r 3 replayed 0");

        fixture.publish(room, 2);
        fixture.settle();
        assertThat(client.lines()).isEqualTo(events("r", 4, 5, E));
    }

    @Test
    void whatCameInOneBatchIsOneWrite() {
        Client client = fixture.open(room, FRESH);
        client.lines();
        fixture.publish(room, 20);
        fixture.publish(room, 20);
        fixture.settle();

        assertThat(client.writes).hasSize(1);
        assertThat(client.lines()).isEqualTo(events("r", 1, 40, E));
    }

    @Test
    void framesAreMadeOncePerEventAndFormat() {
        List<Client> clients = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            clients.add(fixture.open(room, FRESH));
        }
        fixture.publish(room, 5);
        fixture.settle();

        assertThat(fixture.frames.framed).isEqualTo(5);
        clients.forEach(client -> assertThat(client.lines()).endsWith("r 5 #" + E + ":5"));
    }

    @Test
    void aCursorInTheTailIsResumedWithoutAPage() {
        log.add(room, 10);
        Client client = fixture.open(room, after(room, 6));

        assertThat(client.lines())
                .isEqualTo(with(
                        List.of("hello r@10 resumed #" + E + ":6"),
                        events("r", 7, 10, E),
                        "caught-up r 10 replayed 4"));
        assertThat(fixture.counts.pages).isZero();
        assertThat(fixture.counts.replayed).isEqualTo(4);
    }

    @Test
    void aCursorBeforeTheTailCatchesUpFromTheLogAndGoesOnLive() {
        log.add(room, 1_000);
        Client client = fixture.open(room, after(room, 100));

        assertThat(client.lines())
                .isEqualTo(with(
                        List.of("hello r@1000 resumed #" + E + ":100"),
                        events("r", 101, 1_000, E),
                        "caught-up r 1000 replayed 900"));
        fixture.publish(room, 1);
        fixture.settle();
        assertThat(client.lines()).isEqualTo(events("r", 1_001, 1_001, E));
        assertThat(fixture.counts.catchUps).isEqualTo(1);
    }

    @Test
    void manyWhoComeBackShareOneReadPerPage() {
        log.add(room, 2_000);
        List<Client> clients = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            clients.add(fixture.begin(
                    request(List.of(room.id), false, after(room, 3 + 10L * i)), List.of(room.state())));
        }
        fixture.settle();

        for (int i = 0; i < 50; i++) {
            assertThat(clients.get(i).lines())
                    .containsSubsequence(events("r", 4 + 10L * i, 2_000, E))
                    .hasSize(2_000 - (3 + 10 * i) + 2);
        }
        assertThat(fixture.counts.pages).isEqualTo(8);
    }

    @Test
    void pagesThatAreFullInBytesAreReadOn() {
        log.add(room, 600);
        log.fits = 100;
        Client client = fixture.open(room, after(room, 10));

        assertThat(client.lines()).containsSubsequence(events("r", 11, 600, E)).hasSize(592);
    }

    @Test
    void anExpiredCursorIsAGapThatGoesOnAtTheFirst() {
        log.add(room, 1_000);
        room.first = 400;
        Client client = fixture.open(room, after(room, 100));

        assertThat(client.lines())
                .isEqualTo(with(
                        List.of("hello r@1000 gap", "gap r 101-399 of 400-1000 cursor-expired #" + E + ":399"),
                        events("r", 400, 1_000, E),
                        "caught-up r 1000 replayed 601"));
        assertThat(fixture.counts.gaps).isEqualTo(Map.of(GapReason.CURSOR_EXPIRED, 1));
    }

    @Test
    void aCursorJustBeforeTheFirstIsResumed() {
        log.add(room, 1_000);
        room.first = 400;
        Client client = fixture.open(room, after(room, 399));

        assertThat(client.lines())
                .startsWith("hello r@1000 resumed #" + E + ":399", "r 400 #" + E + ":400")
                .hasSize(603);
    }

    @Test
    void aCursorAtTheHeadIsNeverExpired() {
        log.add(room, 500);
        room.first = 501;
        Client client = fixture.open(room, after(room, 500));

        assertThat(client.lines()).containsExactly("hello r@500 resumed #" + E + ":500", "caught-up r 500 replayed 0");
    }

    @Test
    void aCursorOfAnotherLogIsAGapAtTheHead() {
        log.add(room, 7);
        Client client = fixture.open(room, after(room.id, new Position(new Epoch(4, new Life("aaaaaaaa")), 3)));

        assertThat(client.lines())
                .containsExactly(
                        "hello r@7 gap", "gap r 1-7 of 1-7 epoch-changed #" + E + ":7", "caught-up r 7 replayed 0");
    }

    @Test
    void aCursorAboveTheTailIsAheadOnlyWhenTheLogSaysSo() {
        log.add(room, 5);
        fixture.open(room, FRESH);
        log.add(room, 3);
        Client resumed = fixture.open(room, after(room, 7));
        assertThat(resumed.lines())
                .as("the tail had not heard of it")
                .containsExactly("hello r@8 resumed #" + E + ":7", "r 8 #" + E + ":8", "caught-up r 8 replayed 1");

        Client ahead = fixture.open(room, after(room, 9));
        assertThat(ahead.lines())
                .containsExactly(
                        "hello r@8 gap", "gap r 1-8 of 1-8 cursor-ahead #" + E + ":8", "caught-up r 8 replayed 0");
    }

    @Test
    void aCursorOfANewerLogThanTheTailsIsLookedUp() {
        log.add(room, 5);
        fixture.open(room, FRESH);
        LogOnHand.Room again = log.create("r", "bbbbbbbb");
        log.add(again, 2);
        Client client = fixture.open(again, after(again, 1));

        assertThat(client.lines()).startsWith("hello r@2 resumed #5bbbbbbbb:1", "r 2 #5bbbbbbbb:2");
    }

    @Test
    void aMalformedCursorIsAGapAtTheHead() {
        log.add(room, 2);
        Client client = fixture.open(room, new StreamStart.Malformed());

        assertThat(client.lines()).startsWith("hello r@2 gap", "gap r 1-2 of 1-2 bad-cursor #" + E + ":2");
    }

    @Test
    void rewindBeginsBeforeTheNewestMessages() {
        for (int i = 0; i < 10; i++) {
            log.add(room, "text");
            log.add(room, "room.updated");
        }
        Client client = fixture.open(room, new StreamStart.Fresh(3));

        assertThat(client.lines())
                .isEqualTo(with(
                        List.of("hello r@20 fresh #" + E + ":14"),
                        events("r", 15, 20, E),
                        "caught-up r 20 replayed 6"));
    }

    @Test
    void aLongRewindIsLookedForInTheLog() {
        log.add(room, 1_000);
        Client client = fixture.open(room, new StreamStart.Fresh(500));

        assertThat(client.lines())
                .startsWith("hello r@1000 fresh #" + E + ":500")
                .hasSize(502);
    }

    @Test
    void aRewindBeyondTheFirstBeginsThere() {
        log.add(room, 300);
        room.first = 200;
        Client client = fixture.open(room, new StreamStart.Fresh(200));

        assertThat(client.lines())
                .startsWith("hello r@300 fresh #" + E + ":199")
                .hasSize(103);
    }

    @Test
    void liveRoomsRewindFiftyMessagesUnlessAskedOtherwise() {
        room.kind = RoomKind.LIVE;
        log.add(room, 60);

        assertThat(fixture.open(room, FRESH).lines()).startsWith("hello r@60 fresh #" + E + ":10");
        assertThat(fixture.open(room, new StreamStart.Fresh(0)).lines()).startsWith("hello r@60 fresh #" + E + ":60");
        assertThat(fixture.open(room, after(room, 58)).lines()).startsWith("hello r@60 resumed #" + E + ":58");
    }

    /// A commit at each stall point of the hand-over from the log to the tail.
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
    void nothingIsLostOrRepeatedWhereverTheHandOverStalls(int stall) {
        log.add(room, 400);
        Client client = fixture.begin(request(List.of(room.id), false, after(room, 5)), List.of(room.state()));
        for (int step = 0; step < 40; step++) {
            if (step == stall) {
                fixture.publish(room, 700);
            }
            if (step % 2 == 0 && fixture.offload.open() > 0) {
                Runnable answer = fixture.offload.next().happen();
                if (step == stall) {
                    fixture.publish(room, 3);
                }
                answer.run();
            } else {
                fixture.time.advance(Duration.ZERO);
            }
        }
        fixture.settle();
        fixture.publish(room, 1);
        fixture.settle();

        List<String> lines = client.lines().stream()
                .filter(line -> !line.startsWith("hello") && !line.startsWith("caught-up"))
                .toList();
        assertThat(lines).isEqualTo(events("r", 6, room.head(), E));
        assertThat(fixture.counts.gaps).isEmpty();
    }

    @Test
    void whatIsTrimmedWhileCatchingUpIsAGap() {
        log.add(room, 2_000);
        Client client = fixture.open(room, after(room, 0));
        client.lines();
        client.stop();
        fixture.publish(room, 1);
        fixture.settle();
        assertThat(client.lines()).hasSize(1);
        fixture.publish(room, 3_000);
        fixture.settle();
        room.first = 4_000;
        client.goOn();
        fixture.settle();

        assertThat(client.lines())
                .isEqualTo(with(
                        List.of("gap r 2002-3999 of 4000-5001 cursor-expired #" + E + ":3999"),
                        events("r", 4_000, 5_001, E)));
    }

    @Test
    void aRestoredStoreIsAGapForThoseWhoAreConnected() {
        log.add(room, 9);
        Client client = fixture.open(room, FRESH);
        client.lines();
        room.epoch = new Epoch(6, new Life("aaaaaaaa"));
        room.events = new ArrayList<>(room.events.subList(0, 4));
        fixture.publish(room, 1);
        fixture.settle();

        assertThat(client.lines())
                .startsWith("gap r 1-5 of 1-5 epoch-changed #6aaaaaaaa:5")
                .hasSize(1);
        fixture.publish(room, 1);
        fixture.settle();
        assertThat(client.lines()).containsExactly("r 6 #6aaaaaaaa:6");
    }

    @Test
    void expiredMessagesAreToldAndNeverDelivered() {
        log.add(room, "text", "1", log.now + 500, "anna");
        log.add(room, "text", "1", log.now + 500, "anna");
        log.add(room, "text", "1", null, "anna");
        log.now += 500;
        Client client = fixture.open(room, after(room, 0));

        assertThat(client.lines())
                .containsExactly(
                        "hello r@3 resumed #" + E + ":0",
                        "dropped r 1-2 2 #" + E + ":2",
                        "r 3 #" + E + ":3",
                        "caught-up r 3 replayed 1");
    }

    @Test
    void aMessageThatExpiresWhileAClientDoesNotReadIsDropped() {
        Client client = fixture.open(room, FRESH);
        client.stop();
        fixture.publish(room, 1);
        fixture.settle();
        client.lines();
        fixture.tell(room, List.of(log.add(room, "text", "1", log.now + 1_000, "anna")));
        fixture.publish(room, 1);
        fixture.pass(1_100);
        client.goOn();
        fixture.settle();

        assertThat(client.lines()).containsExactly("dropped r 2-2 1 #" + E + ":2", "r 3 #" + E + ":3");
    }

    @Test
    void typesAreLeftOutButNeverTheServersOwn() {
        var types = new TypeFilter(Set.of(), Set.of("text", "room.*"));
        Client client = fixture.open(request(room.id, types, true, null), List.of(room.state()));
        client.lines();
        fixture.publish(room, 1);
        fixture.tell(room, List.of(log.add(room, "room.updated"), log.add(room, "note")));
        fixture.settle();

        assertThat(client.lines()).containsExactly("r 2 #" + E + ":2", "r 3 #" + E + ":3");
    }

    @Test
    void aFilteredStreamMovesItsCursorAfterAHundredOrTenSeconds() {
        var types = new TypeFilter(Set.of("note"), Set.of());
        Client client = fixture.open(request(room.id, types, true, null), List.of(room.state()));
        client.lines();
        fixture.publish(room, 99);
        fixture.settle();
        assertThat(client.lines()).isEmpty();
        fixture.publish(room, 1);
        fixture.settle();
        assertThat(client.lines()).containsExactly("cursor #" + E + ":100");

        fixture.publish(room, 1);
        fixture.pass(9_900);
        assertThat(client.lines()).isEmpty();
        fixture.pass(700);
        assertThat(client.lines()).containsExactly("cursor #" + E + ":101");
    }

    @Test
    void ownEchoesAreLeftOutLiveOnly() {
        Client client = fixture.open(request(room.id, TypeFilter.ALL, false, SESSION), List.of(room.state()));
        client.lines();
        List<Event> events = log.add(room, 3);
        Event foreign = log.add(room, "text", "1", null, "bert");
        Map<Position, SessionId> publishers =
                Map.of(room.at(2), SESSION, room.at(3), new SessionId("session-2"), room.at(4), SESSION);
        fixture.tails.committed(room.id, Retention.KEEP_ALL, events, publishers);
        fixture.tails.committed(room.id, Retention.KEEP_ALL, List.of(foreign), publishers);
        fixture.settle();

        assertThat(client.lines())
                .as("another user cannot hide behind the session")
                .containsExactly("r 1 #" + E + ":1", "r 3 #" + E + ":3", "r 4 #" + E + ":4");
    }

    @Test
    void aDestroyedRoomIsDeliveredToItsEndAndClosed() {
        Client client = fixture.open(room, FRESH);
        client.lines();
        fixture.tell(room, List.of(log.add(room, "text"), log.add(room, "room.destroyed")));
        log.rooms.remove(room.id);
        fixture.settle();

        assertThat(client.lines()).containsExactly("r 1 #" + E + ":1", "r 2 #" + E + ":2", "closed r destroyed");
        assertThat(client.open).isFalse();
    }

    @Test
    void aRoomThatMayNotBeReadAnyMoreIsClosedWithinASecondOrSo() {
        fixture.rules.start();
        Client client = fixture.open(room, FRESH);
        client.lines();
        fixture.pass(2_000);
        fixture.allowed = false;
        room.rules++;
        fixture.pass(1_300);
        fixture.publish(room, 1);
        fixture.settle();

        assertThat(client.lines()).containsExactly("closed r forbidden");
        assertThat(client.open).isFalse();
    }

    @Test
    void aClientThatDoesNotReadIsPassedOverAndThenRefilled() {
        Client slow = fixture.open(room, FRESH);
        Client quick = fixture.open(room, FRESH);
        slow.lines();
        quick.lines();
        slow.stop();
        fixture.publish(room, 1);
        fixture.settle();
        fixture.publish(room, 200);
        fixture.settle();
        assertThat(slow.lines()).isEqualTo(events("r", 1, 1, E));
        assertThat(quick.lines()).isEqualTo(events("r", 1, 201, E));
        slow.goOn();
        fixture.settle();

        assertThat(slow.lines()).isEqualTo(events("r", 2, 201, E));
    }

    @Test
    void aSliceHasAtMost32KiB() {
        Client client = fixture.open(room, FRESH);
        client.lines();
        String data = "\"" + "x".repeat(4_000) + "\"";
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            events.add(log.add(room, "text", data, null, "anna"));
        }
        fixture.tell(room, events);
        fixture.settle();

        assertThat(client.writes)
                .hasSizeGreaterThan(3)
                .allSatisfy(write -> assertThat(write).hasSizeLessThanOrEqualTo(Slice.MAX_BYTES));
        assertThat(client.lines()).isEqualTo(events("r", 1, 30, E));
    }

    @Test
    void aClientThatMakesNoProgressIsClosedAfterTheDeadline() {
        Client client = fixture.open(room, FRESH);
        client.stop();
        fixture.publish(room, 1);
        fixture.settle();
        fixture.pass(9_500);
        assertThat(client.aborted).isFalse();
        fixture.pass(2_500);

        assertThat(client.aborted).isTrue();
        assertThat(fixture.counts.stalled).isEqualTo(1);
        client.stream().closed();
        assertThat(fixture.streams.size()).isZero();
    }

    @Test
    void aHeartbeatComesFifteenToSixteenSecondsAfterTheLastWrite() {
        Client client = fixture.open(room, FRESH);
        client.lines();
        fixture.pass(10_000);
        fixture.publish(room, 1);
        fixture.settle();
        client.lines();
        fixture.pass(14_900);
        assertThat(client.lines()).isEmpty();
        fixture.pass(1_100);
        assertThat(client.lines()).containsExactly(":");
        fixture.pass(14_000);
        assertThat(client.lines()).isEmpty();
        fixture.pass(2_000);
        assertThat(client.lines()).containsExactly(":");
    }

    @Test
    void aStreamEndsWhenItsCredentialsDo() {
        var request = new StreamRequest(
                List.of(room.id), false, FRESH, TypeFilter.ALL, true, true, null, Duration.ofSeconds(40));
        Client client = fixture.open(request, List.of(room.state()));
        client.lines();
        fixture.pass(39_500);
        assertThat(client.lines()).containsExactly("heartbeat", "heartbeat");
        fixture.pass(1_500);

        assertThat(client.lines()).containsExactly("problem token-expired");
        assertThat(client.open).isFalse();
    }

    @Test
    void theNewerConnectionOfASessionClosesTheOlder() {
        Client older = fixture.open(request(room.id, TypeFilter.ALL, true, SESSION), List.of(room.state()));
        Client newer = fixture.open(request(room.id, TypeFilter.ALL, true, SESSION), List.of(room.state()));
        assertThat(older.open).isFalse();
        assertThat(newer.open).isTrue();
        older.stream().closed();
        Client newest = fixture.open(request(room.id, TypeFilter.ALL, true, SESSION), List.of(room.state()));

        assertThat(newer.open)
                .as("the late close of the first did not make it forgotten")
                .isFalse();
        assertThat(newest.open).isTrue();
    }

    @Test
    void aStoreThatIsAwayWhileCatchingUpKeepsTheStreamOpen() {
        log.add(room, 1_000);
        Client client = fixture.open(room, after(room, 999));
        client.stop();
        fixture.publish(room, 1);
        fixture.settle();
        client.lines();
        fixture.publish(room, 2_000);
        fixture.settle();
        log.broken = new StoreUnavailableException("away");
        client.goOn();
        fixture.pass(20_000);
        assertThat(client.lines()).containsExactly(":");
        log.broken = null;
        fixture.pass(3_000);

        assertThat(client.lines()).isEqualTo(events("r", 1_002, 3_001, E));
    }

    @Test
    void aStreamThatCannotBeDecidedIsRefused() {
        log.broken = new StoreUnavailableException("away");
        Client client = fixture.open(room, FRESH);

        assertThat(client.opening).isInstanceOf(Streams.Unreadable.class);
        assertThat(fixture.streams.size()).isZero();
        fixture.pass(31_000);
        assertThat(fixture.tails.size()).isZero();
    }

    @Test
    void streamsAreBounded() {
        var few = new DeliveryFixture(
                TailSettings.LOCAL, new StreamSettings(Duration.ofSeconds(10), Duration.ofSeconds(15), 1, 1));
        LogOnHand.Room there = few.log.create("r", "aaaaaaaa");
        Client first = few.open(there, FRESH);
        assertThat(few.open(there, FRESH).opening).isInstanceOf(Streams.Full.class);
        first.stream().closed();

        assertThat(few.open(there, FRESH).opening).isInstanceOf(Streams.Opened.class);
    }

    @Test
    void aDrainSpreadsReconnectsAndIsDoneWhenAllHaveClosed() {
        List<Client> clients = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            clients.add(fixture.open(room, FRESH));
        }
        clients.forEach(Client::lines);
        List<String> done = new ArrayList<>();
        fixture.streams.drain(Duration.ofSeconds(5), () -> done.add("done"));
        assertThat(fixture.open(room, FRESH).opening).isInstanceOf(Streams.Stopping.class);
        fixture.pass(2_500);
        assertThat(clients.stream().filter(client -> !client.open).count()).isBetween(3L, 17L);
        fixture.pass(2_500);

        clients.forEach(client -> assertThat(client.lines()).containsExactly("reconnect draining"));
        assertThat(done).isEmpty();
        clients.forEach(client -> client.stream().closed());
        assertThat(done).containsExactly("done");
        fixture.pass(5_000);
        assertThat(done).hasSize(1);
    }

    @Test
    void aDrainDoesNotWaitForThoseWhoDoNotRead() {
        Client client = fixture.open(room, FRESH);
        client.stop();
        List<String> done = new ArrayList<>();
        fixture.streams.drain(Duration.ofSeconds(5), () -> done.add("done"));
        fixture.pass(7_100);

        assertThat(done).containsExactly("done");
        assertThat(client.aborted).isTrue();
    }
}
