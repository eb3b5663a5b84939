package dev.parley.fanout;

import static dev.parley.fanout.FanoutFixture.GARDEN;
import static dev.parley.fanout.FanoutFixture.LOBBY;
import static dev.parley.fanout.FanoutFixture.OTHER;
import static dev.parley.fanout.FanoutFixture.OWN;
import static dev.parley.fanout.FanoutFixture.SELF;
import static dev.parley.fanout.FanoutFixture.event;
import static dev.parley.fanout.FanoutFixture.events;
import static dev.parley.fanout.FanoutFixture.of;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.fanout.BusMessage.Chirp;
import dev.parley.fanout.BusMessage.Events;
import dev.parley.fanout.BusMessage.Head;
import dev.parley.fanout.BusMessage.News;
import dev.parley.kernel.Event;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import dev.parley.log.CommitListener;
import dev.parley.log.Retention;
import dev.parley.presence.Place;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BusFanoutTest {

    private final FanoutFixture node = FanoutFixture.connected(new FanoutMode.Rooms());
    private final CommitListener publisher = node.fanout.publisher();

    private void commit(RoomId room, List<Event> events) {
        publisher.committed(room, Retention.KEEP_ALL, events);
    }

    private void settle() {
        node.time.advance(Duration.ZERO);
    }

    private List<BusMessage> sent() {
        var reader = new MessageReader(OTHER, _ -> true);
        return node.bus.sent.stream().map(sent -> reader.read(sent.message())).toList();
    }

    private List<BusMessage> news() {
        return sent().stream().filter(News.class::isInstance).toList();
    }

    @Test
    void whatIsCommittedIsSentToTheRoomsChannel() {
        var session = new SessionId("session-1");
        Map<Position, SessionId> publishers = Map.of(event(LOBBY, 2).position(), session);
        publisher.committed(LOBBY, Retention.KEEP_ALL, events(LOBBY, 1, 2), publishers);
        assertThat(node.bus.sent).as("the lane does not send").isEmpty();
        settle();
        assertThat(sent()).containsExactly(new News(SELF, List.of(new Events(LOBBY, events(LOBBY, 1, 2), publishers))));
        assertThat(node.bus.sent.getFirst().channel()).isEqualTo(of(LOBBY));
        assertThat(node.counts.sent).containsExactly(2);
    }

    @Test
    void commitsThatGatherShareAMessageForEachChannel() {
        commit(LOBBY, events(LOBBY, 1, 2));
        commit(GARDEN, events(GARDEN, 1, 1));
        commit(LOBBY, events(LOBBY, 3, 3));
        settle();
        assertThat(node.bus.sent).extracting(HandBus.Sent::channel).containsExactly(of(LOBBY), of(GARDEN));
        assertThat(node.counts.sent).containsExactly(3, 1);
    }

    @Test
    void theHeadIsToldOnceMoreWhenARoomIsQuiet() {
        commit(LOBBY, events(LOBBY, 1, 1));
        node.time.advanceMillis(100);
        commit(LOBBY, events(LOBBY, 2, 2));
        node.time.advanceMillis(149);
        assertThat(news()).hasSize(2);
        node.time.advanceMillis(1);
        settle();
        assertThat(news().getLast())
                .isEqualTo(new News(
                        SELF, List.of(new Head(LOBBY, event(LOBBY, 2).position()))));
        node.time.advanceMillis(600);
        assertThat(news()).hasSize(3);
        commit(LOBBY, events(LOBBY, 3, 3));
        node.time.advanceMillis(151);
        assertThat(news()).hasSize(5);
    }

    @Test
    void beyondTheBoundTheOldestIsDroppedAndCounted() {
        for (int seq = 1; seq <= BusPublisher.MAX_WAITING + 5; seq++) {
            commit(LOBBY, events(LOBBY, seq, seq));
        }
        assertThat(node.counts.notSent).isEqualTo(5);
        settle();
        assertThat(node.counts.sent.stream().mapToInt(count -> count).sum()).isEqualTo(BusPublisher.MAX_WAITING);
        assertThat(((News) sent().getFirst()).items().getFirst())
                .isInstanceOfSatisfying(
                        Events.class,
                        first -> assertThat(first.events().getFirst().seq()).isEqualTo(6));
    }

    @Test
    void bytesThatWaitAreBoundedToo() {
        String data = "\"" + "x".repeat(1 << 20) + "\"";
        for (int seq = 1; seq <= 20; seq++) {
            commit(LOBBY, List.of(event(LOBBY, seq, data)));
        }
        assertThat(node.counts.notSent).isEqualTo(13);
    }

    @Test
    void nothingIsKeptWhileTheBusIsGone() {
        node.bus.disconnect();
        commit(LOBBY, events(LOBBY, 1, 3));
        settle();
        node.time.advanceMillis(10_000);
        node.bus.connect();
        settle();
        assertThat(news()).isEmpty();
        assertThat(node.counts.notSent).isEqualTo(3);
    }

    @Test
    void howFarARoomCameMeanwhileIsToldOnceTheBusIsBack() {
        node.bus.disconnect();
        commit(LOBBY, events(LOBBY, 1, 3));
        node.time.advanceMillis(10_000);
        node.bus.connect();
        node.time.advanceMillis(600);
        assertThat(news())
                .containsExactly(new News(
                        SELF, List.of(new Head(LOBBY, event(LOBBY, 3).position()))));
        node.time.advanceMillis(10_000);
        assertThat(news()).hasSize(1);
    }

    @Test
    void whatTheBusRefusedIsToldAsAHeadLater() {
        commit(LOBBY, events(LOBBY, 1, 2));
        node.bus.disconnect();
        settle();
        assertThat(node.counts.notSent).isEqualTo(2);
        node.time.advanceMillis(1_000);
        node.bus.connect();
        node.time.advanceMillis(600);
        assertThat(news())
                .containsExactly(new News(
                        SELF, List.of(new Head(LOBBY, event(LOBBY, 2).position()))));
    }

    @Test
    void whatOtherNodesCommitIsHeardWithItsSessions() {
        node.join(LOBBY);
        Map<Position, SessionId> publishers = Map.of(event(LOBBY, 2).position(), new SessionId("session-1"));
        FanoutFixture.written(LOBBY, events(LOBBY, 1, 2), publishers)
                .forEach(message -> node.bus.deliver(of(LOBBY), message));
        assertThat(node.heard).isEqualTo(events(LOBBY, 1, 2));
        assertThat(node.publishers).isEqualTo(publishers);
        assertThat(node.counts.received).isEqualTo(2);
        assertThat(node.counts.discarded).isZero();
    }

    @Test
    void aNodeIsToldWhoseSessionsWereTakenFromIt() {
        List<Place> places = List.of(new Place(LOBBY, new SessionId("session-1")));
        List<Place> told = new ArrayList<>();
        node.fanout.onTaken(told::addAll);

        node.fanout.tellTaken(OTHER, places);
        var sent = node.bus.sent.getFirst();
        assertThat(sent.channel()).isEqualTo(new Channel.OfNode(OTHER));
        node.bus.deliver(OWN, sent.message());

        assertThat(told).isEqualTo(places);
        assertThat(node.counts.unreadable).isZero();
    }

    @Test
    void roomsNobodyReadsAreDiscarded() {
        FanoutFixture.written(LOBBY, events(LOBBY, 1, 2), Map.of())
                .forEach(message -> node.bus.deliver(of(LOBBY), message));
        assertThat(node.heard).isEmpty();
        assertThat(node.counts.received).isEqualTo(2);
        assertThat(node.counts.discarded).isEqualTo(2);
    }

    @Test
    void aNodesOwnMessagesAreNoNews() {
        node.join(LOBBY);
        commit(LOBBY, events(LOBBY, 1, 2));
        settle();
        node.bus.deliver(of(LOBBY), node.bus.sent.getFirst().message());
        assertThat(node.heard).isEmpty();
        assertThat(node.counts.received).isZero();
    }

    @Test
    void aHeadIsHeardOf() {
        node.join(LOBBY);
        var writer = new MessageWriter(OTHER, (message, _) -> node.bus.deliver(of(LOBBY), message));
        writer.head(LOBBY, event(LOBBY, 9).position());
        writer.flush();
        assertThat(node.heardOf).containsExactly(event(LOBBY, 9).position());
    }

    @Test
    void aMessageOfAnotherVersionChecksTheRoomsOfItsChannel() {
        node.join(LOBBY);
        node.join(GARDEN);
        for (int i = 0; i < 1_000; i++) {
            node.bus.deliver(of(GARDEN), new byte[] {2, 1, 2, 3});
        }
        node.time.advanceMillis(200);
        assertThat(node.checked).containsExactly(GARDEN);
        assertThat(node.counts.unreadable).isEqualTo(1_000);
        node.checked.clear();
        node.bus.deliver(of(GARDEN), new byte[] {2, 1, 2, 3});
        node.time.advanceMillis(200);
        assertThat(node.checked).containsExactly(GARDEN);
    }

    /// Brings back what this node sent to itself.
    private void hearOneself() {
        node.bus.sent.stream()
                .filter(sent -> sent.channel().equals(OWN))
                .toList()
                .forEach(sent -> node.bus.deliver(OWN, sent.message()));
        node.bus.sent.clear();
    }

    @Test
    void aNodeThatDoesNotHearItselfSaysSoAndLooks() {
        node.join(LOBBY);
        node.bus.answer(of(LOBBY), true);
        node.time.advanceMillis(1_000);
        assertThat(sent()).containsExactly(new Chirp(SELF, 1));
        hearOneself();
        node.time.advanceMillis(3_000);
        assertThat(node.fanout.degradations()).isEmpty();
        assertThat(node.checked).isEmpty();
        node.time.advanceMillis(1_000);
        assertThat(node.fanout.degradations()).containsExactly("bus-silent");
        assertThat(node.fanout.hearing()).isFalse();
        assertThat(node.checked).containsExactly(LOBBY);
        node.checked.clear();
        hearOneself();
        assertThat(node.fanout.degradations()).isEmpty();
        assertThat(node.checked).containsExactly(LOBBY);
        assertThat(node.counts.interrupted).isEqualTo(2);
    }

    @Test
    void aNewConnectionHasItsTimeToSing() {
        node.bus.disconnect();
        node.time.advanceMillis(60_000);
        assertThat(node.fanout.degradations()).containsExactly("bus-disconnected");
        node.bus.connect();
        node.time.advanceMillis(1_000);
        assertThat(node.fanout.degradations()).isEmpty();
    }

    @Test
    void beforeItIsStartedNothingIsHeardAndRoomsGoOn() {
        var early = new FanoutFixture(new FanoutMode.Broadcast());
        assertThat(early.join(LOBBY)).containsExactly(false);
        assertThat(early.fanout.degradations()).containsExactly("bus-disconnected");
        early.fanout.left(LOBBY);
        early.fanout.close();
        assertThat(early.bus.closed).isTrue();
    }

    @Test
    void broadcastHasOneChannelForAllRooms() {
        FanoutFixture all = FanoutFixture.connected(new FanoutMode.Broadcast());
        all.join(LOBBY);
        all.bus.answer(new Channel.Everyone(), true);
        assertThat(all.join(GARDEN)).containsExactly(true);
    }

    @Test
    void aClosedNodeSingsNoMore() {
        node.fanout.close();
        node.time.advanceMillis(10_000);
        assertThat(node.bus.sent).isEmpty();
        assertThat(node.bus.closed).isTrue();
    }
}
