package dev.parley.fanout;

import static dev.parley.fanout.FanoutFixture.GARDEN;
import static dev.parley.fanout.FanoutFixture.LOBBY;
import static dev.parley.fanout.FanoutFixture.OWN;
import static dev.parley.fanout.FanoutFixture.of;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.RoomId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SubscriptionsTest {

    private final FanoutFixture node = FanoutFixture.connected(new FanoutMode.Rooms());

    private void confirm(RoomId room) {
        node.bus.answer(of(room), true);
    }

    @Test
    void aRoomIsReadyOnceItsChannelIsConfirmed() {
        List<Boolean> ready = node.join(LOBBY);
        assertThat(ready).isEmpty();
        confirm(LOBBY);
        assertThat(ready).containsExactly(true);
        assertThat(node.checked).isEmpty();
        assertThat(node.fanout.subscriptions()).isEqualTo(2);
        assertThat(node.fanout.hearing()).isTrue();
    }

    @Test
    void anImpatientRoomGoesOnAndIsCheckedOnceItIsConfirmed() {
        List<Boolean> ready = node.join(LOBBY);
        node.time.advance(Subscriptions.PATIENCE);
        assertThat(ready).containsExactly(false);
        confirm(LOBBY);
        assertThat(ready).containsExactly(false);
        assertThat(node.checked).containsExactly(LOBBY);
    }

    @Test
    void aRefusedChannelIsAskedForAgainAndTheNodeSaysSo() {
        List<Boolean> ready = node.join(LOBBY);
        node.bus.answer(of(LOBBY), false);
        assertThat(ready).containsExactly(false);
        assertThat(node.fanout.degradations()).containsExactly("bus-unconfirmed");
        node.time.advanceMillis(499);
        assertThat(node.bus.asked).isEmpty();
        node.time.advanceMillis(130);
        confirm(LOBBY);
        assertThat(node.checked).containsExactly(LOBBY);
        assertThat(node.fanout.degradations()).isEmpty();
    }

    @Test
    void withoutAConnectionARoomGoesOnAtOnceAndIsHeardOnceThereIsOne() {
        node.bus.disconnect();
        assertThat(node.join(LOBBY)).containsExactly(false);
        assertThat(node.fanout.degradations()).containsExactly("bus-disconnected");
        node.bus.connect();
        confirm(LOBBY);
        assertThat(node.checked).containsExactly(LOBBY);
    }

    @Test
    void whoWaitsGoesOnWhenTheConnectionGoes() {
        List<Boolean> ready = node.join(LOBBY);
        node.bus.disconnect();
        assertThat(ready).containsExactly(false);
    }

    @Test
    void aRoomThatIsLeftIsUnsubscribed() {
        node.join(LOBBY);
        confirm(LOBBY);
        node.leave(LOBBY);
        assertThat(node.bus.unsubscribed).containsExactly(of(LOBBY));
        assertThat(node.fanout.subscriptions()).isEqualTo(1);
    }

    @Test
    void aRoomThatCameBackBeforeItsLeavingWasHeardStaysSubscribed() {
        node.join(LOBBY);
        confirm(LOBBY);
        node.fanout.left(LOBBY);
        assertThat(node.bus.unsubscribed).isEmpty();
    }

    @Test
    void aRoomThatLeftWhileItWasAskedForDisturbsNobody() {
        List<Boolean> ready = node.join(LOBBY);
        node.leave(LOBBY);
        assertThat(ready).containsExactly(false);
        List<Boolean> again = node.join(LOBBY);
        confirm(LOBBY);
        assertThat(again).containsExactly(true);
    }

    /// What was subscribed on the old connection says nothing about what is read now.
    @Test
    void aNewConnectionSubscribesWhatIsReadNow() {
        node.join(LOBBY);
        confirm(LOBBY);
        node.bus.disconnect();
        node.leave(LOBBY);
        node.join(GARDEN);
        node.bus.connect();
        assertThat(node.bus.asked.keySet()).containsExactly(OWN, of(GARDEN));
    }

    @Test
    void everyRoomIsCheckedAfterAReconnect() {
        node.join(LOBBY);
        confirm(LOBBY);
        node.join(GARDEN);
        confirm(GARDEN);
        node.bus.disconnect();
        assertThat(node.checked).containsExactlyInAnyOrder(LOBBY, GARDEN);
        node.checked.clear();
        node.bus.connect();
        assertThat(node.checked).isEmpty();
        node.bus.answer(OWN, true);
        confirm(LOBBY);
        assertThat(node.checked).containsExactly(LOBBY);
        confirm(GARDEN);
        assertThat(node.checked).containsExactly(LOBBY, GARDEN);
        assertThat(node.counts.interrupted).isEqualTo(1);
    }

    @Test
    void anAnswerOfAnEarlierConnectionDoesNotCount() {
        List<Boolean> ready = node.join(LOBBY);
        var late = node.bus.asked.remove(of(LOBBY));
        assertThat(late).isNotNull();
        node.bus.disconnect();
        node.bus.connect();
        node.bus.answer(OWN, true);
        assertThat(ready).containsExactly(false);
        late.accept(true);
        assertThat(node.fanout.subscriptions()).isEqualTo(1);
        confirm(LOBBY);
        assertThat(node.checked).contains(LOBBY);
        assertThat(node.fanout.subscriptions()).isEqualTo(2);
    }

    @Test
    void anInterruptionChecksEveryRoomAndKeepsItsSubscription() {
        node.join(LOBBY);
        confirm(LOBBY);
        node.bus.interrupt();
        assertThat(node.checked).containsExactly(LOBBY);
        assertThat(node.bus.asked).isEmpty();
        assertThat(node.fanout.subscriptions()).isEqualTo(2);
    }

    @Test
    void onlySoManyConfirmationsAreAwaitedAtATime() {
        int rooms = 2 * Subscriptions.MOST_ASKED;
        node.bus.disconnect();
        for (int i = 0; i < rooms; i++) {
            node.join(new RoomId("room" + i));
        }
        node.bus.connect();
        assertThat(node.bus.asked).hasSize(Subscriptions.MOST_ASKED);
        List<Boolean> ready = node.join(LOBBY);
        node.bus.answer(OWN, true);
        assertThat(node.bus.asked)
                .as("who joins comes before those to be renewed")
                .containsKey(of(LOBBY));
        confirm(LOBBY);
        assertThat(ready).containsExactly(true);
        while (!node.bus.asked.isEmpty()) {
            new ArrayList<>(node.bus.asked.keySet()).forEach(channel -> node.bus.answer(channel, true));
        }
        assertThat(node.fanout.subscriptions()).isEqualTo(rooms + 2);
        assertThat(node.checked).hasSize(rooms);
    }

    @Test
    void roomsOfAShardShareItsChannel() {
        FanoutFixture sharded = FanoutFixture.connected(new FanoutMode.Sharded(1));
        var shard = new Channel.Shard(0);
        List<Boolean> lobby = sharded.join(LOBBY);
        List<Boolean> garden = sharded.join(GARDEN);
        sharded.bus.answer(shard, true);
        assertThat(lobby).containsExactly(true);
        assertThat(garden).containsExactly(true);
        assertThat(sharded.join(new RoomId("third"))).containsExactly(true);
        sharded.leave(LOBBY);
        sharded.leave(GARDEN);
        assertThat(sharded.bus.unsubscribed).isEmpty();
        sharded.leave(new RoomId("third"));
        assertThat(sharded.bus.unsubscribed).containsExactly(shard);
    }

    @Test
    void shardsAreUsedEvenlyAndTheSameOnEachNode() {
        var mode = new FanoutMode.Sharded(8);
        int[] rooms = new int[8];
        for (int i = 0; i < 800; i++) {
            rooms[((Channel.Shard) mode.channel(new RoomId("room-" + i))).number()]++;
        }
        assertThat(Arrays.stream(rooms)).allMatch(count -> count > 50);
        assertThat(mode.channel(LOBBY)).isEqualTo(new Channel.Shard(3));
    }
}
