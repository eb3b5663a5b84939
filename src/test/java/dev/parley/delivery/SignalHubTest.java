package dev.parley.delivery;

import static dev.parley.delivery.DeliveryFixture.FRESH;
import static dev.parley.delivery.SignalBoardTest.latest;
import static dev.parley.delivery.SignalBoardTest.sum;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.fanout.SignalListener;
import dev.parley.fanout.SignalRelay;
import dev.parley.kernel.Signal;
import dev.parley.kernel.TypeFilter;
import dev.parley.kernel.UserId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Signals from their senders to streams.
class SignalHubTest {

    private final DeliveryFixture fixture = new DeliveryFixture();
    private final LogOnHand.Room room = fixture.log.create("r", "aaaaaaaa");
    private final LogOnHand.Room other = fixture.log.create("s", "bbbbbbbb");
    private final Counts counts = new Counts();
    private final SignalHub hub = hub(SignalRelay.NONE);

    private static final class Counts implements SignalObserver {
        int told;
        int dropped;

        @Override
        public void told(int signals) {
            told += signals;
        }

        @Override
        public void dropped(int signals) {
            dropped += signals;
        }
    }

    private SignalHub hub(SignalRelay relay) {
        var made = new SignalHub(fixture.streams, relay, fixture.time, fixture.time, fixture.time, counts);
        made.start();
        return made;
    }

    @AfterEach
    void everyBufferWasGivenBack() {
        assertThat(fixture.frames.buffersOut).isZero();
    }

    private Client open(LogOnHand.Room of) {
        Client client = fixture.open(of, FRESH);
        client.lines();
        return client;
    }

    private SignalHub.Taking send(LogOnHand.Room to, @Nullable String sender, Signal signal) {
        return hub.take(new Signal.OfRoom(to.id), sender == null ? null : new UserId(sender), signal);
    }

    private static long hearts(Client client) {
        return client.lines().stream()
                .filter(line -> line.startsWith("signal r heart"))
                .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    @Test
    void aSignalComesAtOnceWithoutAnIdToAllOfTheRoomAndNobodyElse() {
        Client first = open(room);
        Client second = open(room);
        Client elsewhere = open(other);

        assertThat(send(room, "bob", latest("typing", "bob", 1))).isInstanceOf(SignalHub.Taken.class);
        fixture.settle();

        assertThat(first.lines()).containsExactly("signal r typing bob 1");
        assertThat(second.lines()).containsExactly("signal r typing bob 1");
        assertThat(elsewhere.lines()).isEmpty();
    }

    @Test
    void theFramesOfAPassAreMadeOnceForAllWhoHaveNothingElse() {
        List<Client> clients = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            clients.add(open(room));
        }
        int before = fixture.frames.gathered.size();

        send(room, "bob", latest("typing", "bob", 1));
        fixture.settle();

        assertThat(clients).allSatisfy(client -> assertThat(client.lines()).hasSize(1));
        assertThat(fixture.frames.gathered).hasSize(before + 1);
    }

    @Test
    void theHeartsOfFiveHundredSendersAddUpExactlyAtEveryViewer() {
        List<Client> viewers = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            viewers.add(open(room));
        }
        Client several = fixture.openMulti(FRESH, room, other);
        Client socket = new Client();
        OpenSocket open = fixture.connect(socket, null, null);
        open.join(room.state(), FRESH, TypeFilter.ALL, _ -> {});
        fixture.settle();
        open.join(other.state(), FRESH, TypeFilter.ALL, _ -> {});
        fixture.settle();
        viewers.add(several);
        viewers.add(socket);
        long[] seen = new long[viewers.size()];
        var random = new SplittableRandom(5);
        long accepted = 0;
        for (int i = 0; i < 4_000; i++) {
            int n = random.nextInt(1, 20);
            String sender = "user" + random.nextInt(500);
            accepted += send(room, sender, sum("heart", sender, n)) instanceof SignalHub.Taken ? n : 0;
            if (i % 7 == 0) {
                fixture.publish(random.nextBoolean() ? room : other, 1);
            }
            if (i % 10 == 0) {
                fixture.settle();
            }
            if (i % 30 == 0) {
                fixture.pass(50);
            }
            if (random.nextInt(50) == 0) {
                // Who comes and goes does not make others hear a pass twice, or not at all.
                Client visitor = open(room);
                send(room, null, sum("heart", "backend", 1));
                accepted++;
                visitor.stream().closed();
            }
        }
        fixture.pass(1_000);
        for (int i = 0; i < seen.length; i++) {
            seen[i] = hearts(viewers.get(i));
        }

        assertThat(accepted).isGreaterThan(10_000);
        assertThat(seen).containsOnly(accepted);
        assertThat(hub.waiting()).isZero();
        assertThat(counts.dropped).isZero();
        open.closed();
    }

    @Test
    void whoLeavesInTheMiddleOfAPassMakesNobodyHearItTwice() {
        List<Client> viewers = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            viewers.add(open(room));
        }
        Client leaves = viewers.get(3);
        viewers.getLast().afterWrite =
                () -> fixture.execute(() -> leaves.stream().closed());

        send(room, "bob", sum("heart", "bob", 1));
        fixture.pass(500);

        viewers.remove(leaves);
        assertThat(leaves.lines()).isEmpty();
        assertThat(viewers).allSatisfy(viewer -> assertThat(hearts(viewer)).isEqualTo(1));
    }

    @Test
    void passesOfARoomKeepAGapAndNoTypeComesMoreThanFiftyTimesASecond() {
        Client client = open(room);
        var random = new SplittableRandom(7);
        send(room, null, latest("typing", "bob", 1));
        fixture.pass(50);
        client.lines();
        int most = 0;
        for (int second = 0; second < 5; second++) {
            int come = 0;
            for (int i = 0; i < 20; i++) {
                for (int j = 0; j < 50; j++) {
                    send(room, null, latest("typing", "user" + random.nextInt(1_000), i));
                }
                int writes = client.writes.size();
                fixture.pass(50);
                assertThat(client.writes.size() - writes).as("passes in 50 ms").isLessThanOrEqualTo(1);
                come += client.lines().size();
            }
            most = Math.max(most, come);
        }
        assertThat(most).isEqualTo(50);
    }

    @Test
    void aSenderHasFiveASecondInAllRoomsTogether() {
        for (int i = 0; i < 5; i++) {
            assertThat(send(i % 2 == 0 ? room : other, "bob", latest("typing", "bob", i)))
                    .isInstanceOf(SignalHub.Taken.class);
        }
        assertThat(send(room, "bob", latest("typing", "bob", 9)))
                .isEqualTo(new SignalHub.SenderWaits(Duration.ofMillis(200)));
        assertThat(send(room, "carol", latest("typing", "carol", 9))).isInstanceOf(SignalHub.Taken.class);

        fixture.pass(200);
        assertThat(send(room, "bob", latest("typing", "bob", 10))).isInstanceOf(SignalHub.Taken.class);
        assertThat(send(room, "bob", latest("typing", "bob", 11))).isInstanceOf(SignalHub.SenderWaits.class);
    }

    @Test
    void aRoomTakesFiveThousandASecond() {
        int taken = 0;
        for (int i = 0; i < 1_000; i++) {
            for (int j = 0; j < 20; j++) {
                taken += send(room, null, sum("heart", "backend", 1)) instanceof SignalHub.Taken ? 1 : 0;
            }
            fixture.time.advanceMillis(1);
        }
        assertThat(send(other, null, sum("heart", "backend", 1))).isInstanceOf(SignalHub.Taken.class);
        assertThat(taken).isBetween(5_000, 6_001);
        fixture.pass(1_000);
    }

    @Test
    void eventsGoFirstAndWhoIsBehindIsPassedOver() {
        Client client = open(room);
        Client slow = open(room);
        slow.stop();
        fixture.publish(room, 1);
        send(room, "bob", latest("typing", "bob", 1));
        fixture.settle();

        assertThat(client.lines()).containsExactly("r 1 #5aaaaaaaa:1", "signal r typing bob 1");
        slow.lines();
        slow.goOn();
        fixture.settle();
        assertThat(slow.lines()).noneMatch(line -> line.startsWith("signal"));

        fixture.pass(200);
        send(room, "bob", latest("typing", "bob", 2));
        fixture.settle();
        assertThat(slow.lines()).as("who has caught up hears again").containsExactly("signal r typing bob 2");
    }

    @Test
    void signalsWaitForEventsButNotForEver() {
        Tail tail = Objects.requireNonNull(fixture.tails.acquire(room.id));
        var feed = new RoomFeed(new DeliveryLane(fixture, fixture.streams), tail);
        var frames = new SignalFrames(room.id, List.of(), fixture.frames, fixture.frames);
        var told = new AtomicInteger();
        var passes = new SignalPasses();
        long patience = SignalPasses.PATIENCE.toNanos();

        passes.add(feed, frames, told::incrementAndGet, 0);
        passes.serve(10, true, patience - 1);
        assertThat(told).hasValue(0);
        passes.serve(10, true, patience);
        assertThat(told).hasValue(1);

        passes.add(feed, frames, told::incrementAndGet, patience);
        passes.serve(10, false, patience);
        assertThat(told).hasValue(2);
        assertThat(passes.none()).isTrue();
    }

    @Test
    void whoMayNotReadTheRoomAnyMoreHearsNothing() {
        fixture.rules.start();
        var client = new Client();
        OpenSocket socket = fixture.connect(client, null, null);
        socket.join(room.state(), FRESH, TypeFilter.ALL, _ -> {});
        fixture.settle();
        client.lines();
        send(room, "bob", latest("typing", "bob", 1));
        fixture.pass(100);
        assertThat(client.lines()).containsExactly("signal r typing bob 1");

        fixture.allowed = false;
        room.rules++;
        fixture.pass(2_000);
        send(room, "bob", latest("typing", "bob", 2));
        fixture.pass(100);

        assertThat(client.lines()).containsExactly("closed r forbidden");
        socket.closed();
    }

    @Test
    void aUsersSignalComesToAllOfHisSessionsAndNobodyElses() {
        Client first = open(room);
        Client second = open(other);
        hub.take(new Signal.OfUser(DeliveryFixture.ANNA), null, latest("call", "backend", 1));
        hub.take(new Signal.OfUser(new UserId("annabel")), null, latest("call", "backend", 2));
        fixture.settle();

        assertThat(first.lines()).containsExactly("signal to user call backend 1");
        assertThat(second.lines()).containsExactly("signal to user call backend 1");
    }

    @Test
    void nothingIsKeptOfARoomThatIsQuiet() {
        open(room);
        fixture.pass(1_000);
        int timers = fixture.time.waiting();
        send(room, "bob", latest("typing", "bob", 1));
        fixture.pass(5_000);

        assertThat(fixture.time.waiting()).as("timers").isLessThanOrEqualTo(timers);
        assertThat(hub.waiting()).isZero();
    }

    private static final class Wire implements SignalRelay {
        final List<Signal> sent = new ArrayList<>();
        boolean takes = true;

        @Nullable
        SignalListener listener;

        @Override
        public void start(SignalListener heard) {
            listener = heard;
        }

        @Override
        public boolean takes() {
            return takes;
        }

        @Override
        public void send(Signal.Target to, List<Signal> signals) {
            sent.addAll(signals);
        }
    }

    @Test
    void otherNodesAreToldWhatCameHereAndNotWhatTheyTold() {
        var wire = new Wire();
        SignalHub shared = hub(wire);
        Client client = open(room);
        var here = new Signal.OfRoom(room.id);
        shared.take(here, null, sum("heart", "bob", 1));
        fixture.settle();
        wire.takes = false;
        shared.take(here, null, sum("heart", "bob", 2));
        shared.heard(here, List.of(sum("heart", "carol", 4)));
        fixture.pass(100);
        shared.take(here, null, sum("heart", "bob", 8));
        fixture.pass(100);
        assertThat(hearts(client)).isEqualTo(15);
        assertThat(wire.sent).containsExactly(sum("heart", "bob", 1));

        wire.takes = true;
        fixture.pass(200);

        assertThat(wire.sent)
                .as("merged while the wire took nothing")
                .containsExactly(sum("heart", "bob", 1), sum("heart", "bob", 10));
    }
}
