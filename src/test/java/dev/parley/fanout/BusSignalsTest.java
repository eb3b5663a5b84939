package dev.parley.fanout;

import static dev.parley.fanout.FanoutFixture.GARDEN;
import static dev.parley.fanout.FanoutFixture.LOBBY;
import static dev.parley.fanout.FanoutFixture.OTHER;
import static dev.parley.fanout.FanoutFixture.SELF;
import static dev.parley.fanout.FanoutFixture.events;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.fanout.BusMessage.PassedOver;
import dev.parley.fanout.BusMessage.Signals;
import dev.parley.fanout.BusMessage.Told;
import dev.parley.fanout.BusMessage.Unreadable;
import dev.parley.fanout.spi.Bus;
import dev.parley.kernel.Author;
import dev.parley.kernel.EventType;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Sender;
import dev.parley.kernel.Signal;
import dev.parley.kernel.UserId;
import dev.parley.log.Retention;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Signals from node to node.
class BusSignalsTest {

    private static final Signal.Target TO_LOBBY = new Signal.OfRoom(LOBBY);
    private static final Signal.Target TO_GARDEN = new Signal.OfRoom(GARDEN);
    private static final Signal.Target TO_ANNA = new Signal.OfUser(new UserId("anna"));
    private static final Channel USERS = new Channel.Users();

    private final FanoutFixture node = FanoutFixture.connected(new FanoutMode.Rooms());
    private final List<Told> heard = new ArrayList<>();

    private static Signal typing(int value) {
        return new Signal.Latest(
                new EventType("typing"),
                new Author(new Sender("bob"), "Bob Ä😀"),
                JsonText.of("{\"v\":" + value + "}"),
                5_000);
    }

    private static Signal hearts(long n) {
        return new Signal.Sum(new EventType("heart"), null, n, 7_000);
    }

    private void listen() {
        node.fanout.signals().start((to, signals) -> heard.add(new Told(to, signals)));
    }

    private void settle() {
        node.time.advance(Duration.ZERO);
    }

    private static List<byte[]> written(Told... told) {
        List<byte[]> messages = new ArrayList<>();
        var writer = new SignalWriter(OTHER, messages::add);
        for (Told one : told) {
            writer.signals(one.to(), one.signals());
        }
        writer.flush();
        return messages;
    }

    private static BusMessage read(byte[] message) {
        return new MessageReader(SELF, _ -> true).read(message);
    }

    @Test
    void everythingASignalHoldsArrives() {
        var long1 = new Signal.Latest(
                new EventType("t".repeat(64)),
                new Author(new Sender("u|" + ":".repeat(126)), "Ä€😀".repeat(32)),
                JsonText.of("\"" + "x".repeat(Signal.MAX_DATA - 2) + "\""),
                Signal.MAX_TTL_MS);
        var told = new Told(new Signal.OfRoom(new RoomId("r".repeat(128))), Collections.nCopies(20, long1));
        var sums = new Told(
                TO_ANNA,
                List.of(hearts(Long.MIN_VALUE), new Signal.Sum(long1.type(), long1.author(), 3, 1), typing(1)));

        assertThat(written(told, sums))
                .singleElement()
                .satisfies(message -> assertThat(read(message)).isEqualTo(new Signals(OTHER, List.of(told, sums))));
    }

    @Test
    void whatDoesNotFitBeginsAnotherMessage() {
        Told[] many = new Told[400];
        Arrays.setAll(
                many, i -> new Told(new Signal.OfRoom(new RoomId("room" + i)), Collections.nCopies(20, typing(i))));

        List<byte[]> messages = written(many);

        assertThat(messages)
                .hasSizeGreaterThan(1)
                .allSatisfy(message -> assertThat(message).hasSizeLessThanOrEqualTo(Bus.MAX_MESSAGE));
        assertThat(messages.stream().flatMap(message -> ((Signals) read(message)).told().stream()))
                .containsExactly(many);
    }

    @Test
    void whoDoesNotKnowAKindThatMayBeLostPassesOverItAndOnlyOverThat() {
        byte[] message = written(new Told(TO_LOBBY, List.of(typing(1)))).getFirst();
        message[1] = Byte.MAX_VALUE;
        assertThat(read(message)).isEqualTo(new PassedOver());
        message[1] = BusMessage.PASSING - 1;
        assertThat(read(message)).isInstanceOf(Unreadable.class);

        message[1] = Byte.MAX_VALUE;
        node.join(LOBBY);
        node.bus.deliver(FanoutFixture.of(LOBBY), message);
        node.time.advanceMillis(1_000);
        assertThat(node.counts.unreadable).isZero();
        assertThat(node.checked).isEmpty();
    }

    @Test
    void garbageIsUnreadableAndNothingWorse() {
        var random = new SplittableRandom(13);
        byte[] good = written(new Told(TO_LOBBY, List.of(typing(1), hearts(2))), new Told(TO_ANNA, List.of(typing(3))))
                .getFirst();
        int unreadable = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] bad = Arrays.copyOf(good, random.nextInt(3) == 0 ? random.nextInt(good.length) : good.length);
            for (int changes = random.nextInt(4); changes > 0 && bad.length > 0; changes--) {
                bad[random.nextInt(bad.length)] = (byte) random.nextInt();
            }
            if (read(bad) instanceof Unreadable) {
                unreadable++;
            }
        }
        assertThat(unreadable).isGreaterThan(5_000);
    }

    @Test
    void aRoomsSignalsTakeTheWayOfItsNewsInEveryMode() {
        for (FanoutMode mode : List.of(new FanoutMode.Rooms(), new FanoutMode.Broadcast(), new FanoutMode.Sharded(8))) {
            var one = FanoutFixture.connected(mode);
            one.fanout.publisher().committed(LOBBY, Retention.KEEP_ALL, events(LOBBY, 1, 1), Map.of());
            one.fanout.signals().send(TO_LOBBY, List.of(typing(1)));
            one.time.advance(Duration.ZERO);

            assertThat(one.bus.sent)
                    .extracting(HandBus.Sent::channel)
                    .hasSize(2)
                    .containsOnly(mode.channel(LOBBY));
        }
    }

    @Test
    void whatGathersSharesAMessageForEachChannelAndAUsersGoesWhereEveryNodeListens() {
        SignalRelay relay = node.fanout.signals();
        relay.send(TO_LOBBY, List.of(typing(1)));
        relay.send(TO_ANNA, List.of(typing(2)));
        relay.send(TO_LOBBY, List.of(typing(3)));
        relay.send(TO_GARDEN, List.of(typing(4)));
        settle();

        assertThat(node.bus.sent)
                .extracting(HandBus.Sent::channel)
                .containsExactly(FanoutFixture.of(LOBBY), USERS, FanoutFixture.of(GARDEN));
        relay.send(TO_LOBBY, List.of(typing(5)));
        settle();
        assertThat(node.bus.sent).as("a rest between rounds").hasSize(3);
        node.time.advance(BusSignals.REST);
        assertThat(node.bus.sent).hasSize(4);
    }

    @Test
    void beyondItsBoundItTakesNoMore() {
        SignalRelay relay = node.fanout.signals();
        for (int i = 0; i < BusSignals.MAX_WAITING; i++) {
            assertThat(relay.takes()).isTrue();
            relay.send(TO_LOBBY, List.of(typing(i)));
        }
        assertThat(relay.takes()).isFalse();

        node.time.advanceMillis(1_000);

        assertThat(relay.takes()).isTrue();
    }

    @Test
    void whileTheBusIsGoneSignalsAreLost() {
        node.bus.disconnect();
        node.fanout.signals().send(TO_LOBBY, List.of(typing(1), hearts(1)));
        node.bus.connect();
        node.time.advanceMillis(1_000);

        assertThat(node.bus.sent).noneMatch(sent -> sent.channel().equals(FanoutFixture.of(LOBBY)));
        assertThat(node.counts.signalsLost).isEqualTo(2);
    }

    @Test
    void othersAreHeardOfRoomsThatAreReadHereAndOfUsers() {
        listen();
        node.join(LOBBY);
        node.bus.deliver(
                FanoutFixture.of(LOBBY),
                written(
                                new Told(TO_LOBBY, List.of(typing(1))),
                                new Told(TO_GARDEN, List.of(typing(2))),
                                new Told(TO_ANNA, List.of(typing(3))))
                        .getFirst());
        assertThat(heard)
                .containsExactly(new Told(TO_LOBBY, List.of(typing(1))), new Told(TO_ANNA, List.of(typing(3))));

        node.fanout.signals().send(TO_LOBBY, List.of(typing(4)));
        settle();
        node.bus.deliver(FanoutFixture.of(LOBBY), node.bus.sent.getLast().message());
        assertThat(heard).as("its own are not").hasSize(2);
    }

    @Test
    void theUsersChannelIsAskedForOnEachConnectionUntilItIsConfirmed() {
        listen();
        node.bus.answer(USERS, false);
        node.time.advanceMillis(1_000);
        node.bus.answer(USERS, true);
        node.time.advanceMillis(5_000);
        assertThat(node.bus.asked).doesNotContainKey(USERS);

        node.bus.disconnect();
        node.time.advanceMillis(5_000);
        assertThat(node.bus.asked).doesNotContainKey(USERS);
        node.bus.connect();
        assertThat(node.bus.asked).containsKey(USERS);
    }
}
