package dev.parley.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.fanout.Channel;
import dev.parley.fanout.spi.Bus;
import dev.parley.kernel.NodeId;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.UserId;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What every [Bus] keeps. An adapter's test subclasses this and hands in a broker whose nodes can be cut off.
@Timeout(60)
public abstract class BusContract {

    private static final Channel LOBBY = new Channel.OfRoom(new RoomId("lobby"));
    private static final Channel GARDEN = new Channel.OfRoom(new RoomId("garden"));

    /// The deadline of a confirmation and what a busy machine adds.
    private static final Duration CONFIRMED_OR_NOT = Duration.ofSeconds(4);

    private BrokerUnderTest broker;
    private final List<Node> nodes = new ArrayList<>();

    private record Node(Bus bus, BusEar ear) {

        void publish(Channel channel, String text) {
            assertThat(bus.publish(channel, text.getBytes(StandardCharsets.ISO_8859_1)))
                    .as("taken: %s", text)
                    .isTrue();
        }

        boolean offers(String text) {
            return bus.publish(LOBBY, text.getBytes(StandardCharsets.ISO_8859_1));
        }

        CompletableFuture<Boolean> subscribing(Channel channel) {
            var confirmed = new CompletableFuture<Boolean>();
            bus.subscribe(
                    channel,
                    done -> ear.during(() -> {
                        if (!confirmed.complete(done)) {
                            confirmed.obtrudeException(new AssertionError("told twice"));
                        }
                    }));
            return confirmed;
        }

        void subscribe(Channel... channels) {
            for (Channel channel : channels) {
                assertThat(told(subscribing(channel)))
                        .as("confirmed: %s", channel)
                        .isTrue();
            }
        }
    }

    /// A broker without any node.
    protected abstract BrokerUnderTest newBroker();

    @BeforeEach
    void openBroker() {
        broker = newBroker();
    }

    @AfterEach
    void closeAll() {
        nodes.forEach(node -> node.bus().close());
        broker.close();
    }

    private static boolean told(CompletableFuture<Boolean> confirmation) {
        return confirmation
                .orTimeout(CONFIRMED_OR_NOT.toMillis(), TimeUnit.MILLISECONDS)
                .join();
    }

    private Node newNode() {
        var node = new Node(broker.newBus(), new BusEar());
        nodes.add(node);
        return node;
    }

    private Node connected() {
        Node node = newNode();
        node.bus().start(node.ear());
        node.ear().awaitConnected(1);
        return node;
    }

    private static void awaitRefusal(Node node) {
        await().pollInterval(Duration.ofMillis(2)).until(() -> !node.offers("refused"));
    }

    @Test
    void aMessageReachesEachNodeThatListensAndNoOther() {
        Node writer = connected();
        Node first = connected();
        Node second = connected();
        Node other = connected();
        first.subscribe(LOBBY);
        second.subscribe(LOBBY);
        other.subscribe(GARDEN);
        writer.publish(LOBBY, "hello");
        writer.publish(GARDEN, "rose");
        first.ear().awaitText("hello");
        second.ear().awaitText("hello");
        other.ear().awaitText("rose");
        assertThat(first.ear().texts()).containsExactly("hello");
        assertThat(second.ear().texts()).containsExactly("hello");
        assertThat(other.ear().texts()).containsExactly("rose");
        assertThat(writer.ear().texts()).isEmpty();
    }

    @Test
    void aNodeHearsItself() {
        Node node = connected();
        node.subscribe(LOBBY);
        node.publish(LOBBY, "is there anybody");
        node.ear().awaitText("is there anybody");
        assertThat(node.ear().texts()).containsExactly("is there anybody");
    }

    @Test
    void messagesOfOneChannelComeInOrder() {
        Node writer = connected();
        Node reader = connected();
        reader.subscribe(LOBBY);
        List<String> texts = IntStream.range(0, 500).mapToObj(Integer::toString).toList();
        texts.forEach(text -> writer.publish(LOBBY, text));
        reader.ear().awaitText("499");
        assertThat(reader.ear().texts()).isEqualTo(texts);
    }

    @Test
    void bytesComeAsTheyWere() {
        Node writer = connected();
        Node reader = connected();
        reader.subscribe(LOBBY);
        var bytes = new byte[1024];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) i;
        }
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        writer.publish(LOBBY, text);
        writer.publish(LOBBY, "");
        reader.ear().awaitTexts(2);
        assertThat(reader.ear().texts()).containsExactly(text, "");
    }

    @Test
    void whatIsPublishedOnceASubscriptionIsConfirmedComes() {
        Node writer = connected();
        Node reader = connected();
        for (int i = 0; i < 100; i++) {
            var room = new Channel.OfRoom(new RoomId("room" + i));
            String text = "first of " + i;
            var published = new CompletableFuture<Boolean>();
            reader.bus().subscribe(room, confirmed -> {
                writer.publish(room, text);
                published.complete(confirmed);
            });
            assertThat(told(published)).isTrue();
            reader.ear().awaitText(text);
        }
    }

    @Test
    void subscribingAgainIsConfirmedAndHeardOnce() {
        Node writer = connected();
        Node reader = connected();
        reader.subscribe(LOBBY);
        reader.subscribe(LOBBY);
        writer.publish(LOBBY, "once");
        writer.publish(LOBBY, "last");
        reader.ear().awaitText("last");
        assertThat(reader.ear().texts()).containsExactly("once", "last");
    }

    @Test
    void whoUnsubscribedHearsNoMore() {
        Node writer = connected();
        Node reader = connected();
        reader.subscribe(LOBBY);
        reader.bus().unsubscribe(LOBBY);
        reader.subscribe(GARDEN);
        writer.publish(LOBBY, "unheard");
        writer.publish(GARDEN, "heard");
        reader.ear().awaitText("heard");
        reader.subscribe(LOBBY);
        writer.publish(LOBBY, "heard again");
        reader.ear().awaitText("heard again");
        assertThat(reader.ear().texts()).containsExactly("heard", "heard again");
    }

    @Test
    void aNodeHearsOfItsFirstConnectionAndIsHealthy() {
        Node node = connected();
        assertThat(node.ear().all()).containsExactly(new BusEar.Connected());
        assertThat(node.bus().health().connected()).isTrue();
        assertThat(node.bus().health().reason()).isNull();
        assertThat(node.bus().health().connections()).isEqualTo(1);
    }

    @Test
    void aNodeWithoutABrokerStartsAtOnceAndConnectsLater() {
        Node node = newNode();
        broker.cut(node.bus());
        long begun = System.nanoTime();
        node.bus().start(node.ear());
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(1));
        assertThat(node.offers("lost")).isFalse();
        assertThat(told(node.subscribing(LOBBY))).isFalse();
        assertThat(node.bus().health().connected()).isFalse();
        assertThat(node.bus().health().reason()).isNotBlank();
        broker.mend(node.bus());
        node.ear().awaitConnected(1);
        node.subscribe(LOBBY);
        node.publish(LOBBY, "found");
        assertThat(node.bus().health().connected()).isTrue();
    }

    @Test
    void aBusThatWasNotStartedTakesNothing() {
        Node node = newNode();
        assertThat(node.offers("lost")).isFalse();
        assertThat(told(node.subscribing(LOBBY))).isFalse();
    }

    @Test
    void nothingIsKeptWhileDisconnected() {
        Node writer = connected();
        Node reader = connected();
        reader.subscribe(LOBBY);
        broker.cut(writer.bus());
        writer.ear().awaitDisconnected(1);
        awaitRefusal(writer);
        assertThat(writer.bus().health().connected()).isFalse();
        assertThat(writer.bus().health().reason()).isNotBlank();
        for (int i = 0; i < 100; i++) {
            assertThat(writer.offers("lost " + i)).isFalse();
        }
        broker.mend(writer.bus());
        writer.ear().awaitConnected(2);
        writer.publish(LOBBY, "found");
        reader.ear().awaitText("found");
        assertThat(reader.ear().texts()).containsExactly("found");
    }

    @Test
    void subscribingWhileDisconnectedIsRefused() {
        Node reader = connected();
        broker.cut(reader.bus());
        reader.ear().awaitDisconnected(1);
        assertThat(told(reader.subscribing(LOBBY))).isFalse();
    }

    @Test
    void aNewConnectionHasNoSubscriptions() {
        Node writer = connected();
        Node reader = connected();
        reader.subscribe(LOBBY, GARDEN);
        broker.cut(reader.bus());
        reader.ear().awaitDisconnected(1);
        broker.mend(reader.bus());
        reader.ear().awaitConnected(2);
        reader.subscribe(GARDEN);
        writer.publish(LOBBY, "unheard");
        writer.publish(GARDEN, "heard");
        reader.ear().awaitText("heard");
        reader.subscribe(LOBBY);
        writer.publish(LOBBY, "heard again");
        reader.ear().awaitText("heard again");
        assertThat(reader.ear().texts()).containsExactly("heard", "heard again");
    }

    @Test
    void connectionsComeAndGoInTurn() {
        Node node = connected();
        for (int i = 1; i <= 3; i++) {
            broker.cut(node.bus());
            node.ear().awaitDisconnected(i);
            broker.mend(node.bus());
            node.ear().awaitConnected(i + 1);
        }
        var both = List.of(new BusEar.Disconnected(), new BusEar.Connected());
        assertThat(node.ear().all())
                .isEqualTo(Stream.of(List.of(new BusEar.Connected()), both, both, both)
                        .flatMap(List::stream)
                        .toList());
        assertThat(node.bus().health().connections()).isEqualTo(4);
    }

    @Test
    void aNodeThatIsCutOffLeavesTheOthersAlone() {
        Node writer = connected();
        Node reader = connected();
        Node other = connected();
        reader.subscribe(LOBBY);
        other.subscribe(LOBBY);
        broker.cut(other.bus());
        other.ear().awaitDisconnected(1);
        writer.publish(LOBBY, "on and on");
        reader.ear().awaitText("on and on");
        assertThat(reader.ear().all()).doesNotContain(new BusEar.Disconnected(), new BusEar.Interrupted());
    }

    @Test
    void aSubscriptionThatIsNotConfirmedInTimeIsRefused() {
        Node writer = connected();
        Node reader = connected();
        broker.hang(reader.bus());
        CompletableFuture<Boolean> confirmation = reader.subscribing(LOBBY);
        assertThat(told(confirmation)).isFalse();
        broker.mend(reader.bus());
        await().atMost(Duration.ofSeconds(20)).until(() -> told(reader.subscribing(GARDEN)));
        writer.publish(LOBBY, "unheard");
        writer.publish(GARDEN, "heard");
        reader.ear().awaitText("heard");
        assertThat(reader.ear().texts()).containsExactly("heard");
        assertThat(told(confirmation)).isFalse();
    }

    @Test
    void aSubscriptionIsRefusedWhenItsConnectionGoes() {
        Node reader = connected();
        broker.hang(reader.bus());
        CompletableFuture<Boolean> confirmation = reader.subscribing(LOBBY);
        broker.cut(reader.bus());
        assertThat(told(confirmation)).isFalse();
    }

    @Test
    void aBrokerThatDoesNotAnswerCountsAsGone() {
        Node reader = connected();
        reader.subscribe(LOBBY);
        broker.hang(reader.bus());
        reader.ear().awaitDisconnected(1);
        assertThat(reader.bus().health().connected()).isFalse();
        broker.mend(reader.bus());
        reader.ear().awaitConnected(2);
        reader.subscribe(LOBBY);
    }

    @Test
    void publishingNeverBlocks() {
        Node writer = connected();
        broker.hang(writer.bus());
        var message = new byte[4096];
        long begun = System.nanoTime();
        for (int i = 0; i < 5_000; i++) {
            writer.bus().publish(LOBBY, message);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(3));
    }

    @Test
    void aMessageHasABound() {
        Node writer = connected();
        Node reader = connected();
        reader.subscribe(LOBBY);
        assertThat(writer.bus().publish(LOBBY, new byte[Bus.MAX_MESSAGE + 1])).isFalse();
        assertThat(writer.bus().publish(LOBBY, new byte[Bus.MAX_MESSAGE])).isTrue();
        writer.publish(LOBBY, "after it");
        reader.ear().awaitText("after it");
        assertThat(reader.ear().texts().getFirst()).hasSize(Bus.MAX_MESSAGE);
        assertThat(reader.ear().texts()).hasSize(2);
    }

    /// Names that would be one channel, or many, if they were put into a subject, a pattern or a key as they are.
    private static List<Channel> oddChannels() {
        Stream<Channel> rooms = Stream.of(
                        "a",
                        "A",
                        "a.b",
                        "a.b.c",
                        "a-b",
                        "a_b",
                        "a~b",
                        "a..b",
                        "a.",
                        "a_2e",
                        "a-2e",
                        "1",
                        "0",
                        "everyone")
                .map(name -> new Channel.OfRoom(new RoomId(name)));
        Stream<Channel> users = Stream.of("a", "a.b", "a|b", "a:b", "a@b", "a+b", "a-b", "a:", "a.", "1", "everyone")
                .map(name -> new Channel.OfUser(new UserId(name)));
        Stream<Channel> nodes =
                Stream.of("abcdefgh", "Abcdefgh", "abcd-fgh", "abcd_fgh").map(id -> new Channel.OfNode(new NodeId(id)));
        Stream<Channel> others = Stream.of(
                new Channel.Everyone(),
                new Channel.Shard(0),
                new Channel.Shard(1),
                new Channel.Shard(11),
                new Channel.OfRoom(new RoomId("x".repeat(128))),
                new Channel.OfRoom(new RoomId("x".repeat(127))),
                new Channel.OfUser(new UserId("x" + "|".repeat(127))),
                new Channel.OfRoom(new RoomId("abcdefgh")),
                new Channel.OfUser(new UserId("abcdefgh")));
        return Stream.of(rooms, users, nodes, others).flatMap(all -> all).toList();
    }

    @Test
    void oddIdsKeepTheirChannelsApart() {
        Node writer = connected();
        Node reader = connected();
        List<Channel> channels = oddChannels();
        reader.subscribe(channels.toArray(Channel[]::new));
        channels.forEach(channel -> writer.publish(channel, channel.toString()));
        reader.ear().awaitTexts(channels.size());
        assertThat(reader.ear().all().stream().filter(BusEar.Message.class::isInstance))
                .containsExactlyInAnyOrderElementsOf(channels.stream()
                        .map(channel -> (BusEar.Heard) new BusEar.Message(channel, channel.toString()))
                        .toList());
    }

    @Test
    void nodesPublishAtOnceAndEachIsHeardInItsOrder() {
        Node first = connected();
        Node second = connected();
        Node reader = connected();
        reader.subscribe(LOBBY, GARDEN);
        AtOnce.run(4, writer -> () -> {
            Node node = writer % 2 == 0 ? first : second;
            for (int i = 0; i < 200; i++) {
                node.publish(i % 2 == 0 ? LOBBY : GARDEN, writer + ":" + i);
            }
            return true;
        });
        reader.ear().awaitTexts(800);
        assertThat(reader.ear().texts()).hasSize(800).doesNotHaveDuplicates();
        Map<String, Integer> last = new HashMap<>();
        for (BusEar.Heard heard : reader.ear().all()) {
            if (heard instanceof BusEar.Message message) {
                String[] parts = message.text().split(":");
                Integer before = last.put(parts[0] + message.channel(), Integer.parseInt(parts[1]));
                assertThat(before == null ? -1 : before).isLessThan(Integer.parseInt(parts[1]));
            }
        }
        assertThat(reader.ear().overlapped()).isFalse();
    }

    @Test
    void connectionsChangeWhileNodesSubscribeAndPublish() {
        Node writer = connected();
        Node reader = connected();
        AtOnce.run(3, task -> () -> {
            for (int i = 0; i < 20; i++) {
                switch (task) {
                    case 0 -> {
                        broker.cut(reader.bus());
                        broker.mend(reader.bus());
                    }
                    case 1 -> told(reader.subscribing(i % 2 == 0 ? LOBBY : GARDEN));
                    default -> writer.publish(LOBBY, "noise " + i);
                }
            }
            return true;
        });
        await().atMost(Duration.ofSeconds(20)).until(() -> told(reader.subscribing(LOBBY)));
        writer.publish(LOBBY, "settled");
        reader.ear().awaitText("settled");
        assertThat(reader.ear().overlapped()).isFalse();
    }

    @Test
    void aNodeMayUseTheBusWhileItIsCalled() {
        Node asking = connected();
        Node answering = newNode();
        answering.ear().react(heard -> {
            switch (heard) {
                case BusEar.Connected _ -> answering.bus().subscribe(LOBBY, answering.ear()::confirmed);
                case BusEar.Message message when message.text().equals("ask") -> answering.publish(GARDEN, "answer");
                default -> {}
            }
        });
        answering.bus().start(answering.ear());
        asking.subscribe(GARDEN);
        await().untilAsserted(() -> assertThat(answering.ear().confirmations()).containsExactly(true));
        asking.publish(LOBBY, "ask");
        asking.ear().awaitText("answer");
    }

    @Test
    void aClosedBusTakesNothingAndAnswersWhoWaits() {
        Node writer = connected();
        Node reader = connected();
        Node other = connected();
        reader.subscribe(LOBBY);
        other.subscribe(LOBBY);
        broker.hang(reader.bus());
        CompletableFuture<Boolean> confirmation = reader.subscribing(GARDEN);
        long begun = System.nanoTime();
        reader.bus().close();
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(2));
        reader.bus().close();
        assertThat(told(confirmation)).isFalse();
        assertThat(reader.offers("too late")).isFalse();
        assertThat(told(reader.subscribing(LOBBY))).isFalse();
        broker.mend(reader.bus());
        writer.publish(LOBBY, "after the end");
        other.ear().awaitText("after the end");
        assertThat(reader.ear().texts()).isEmpty();
    }

    @Test
    void whatWaitsIsSentWhenABusCloses() {
        Node writer = connected();
        Node reader = connected();
        reader.subscribe(LOBBY);
        for (int i = 0; i < 100; i++) {
            writer.publish(LOBBY, "last words " + i);
        }
        writer.bus().close();
        reader.ear().awaitTexts(100);
    }
}
