package dev.parley.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.fanout.Channel;
import dev.parley.fanout.spi.Bus;
import dev.parley.kernel.RoomId;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What a bus says and keeps when the real broker behind it fails. The oracle is what its listener
/// hears and what the broker itself says of its subscriptions.
@Timeout(60)
public abstract class BusFaultContract {

    protected static final Channel LOBBY = room("lobby");
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /// Three seconds, and what a busy machine adds.
    private static final Duration NOTICED = Duration.ofMillis(4_500);

    private static final long MIB = 1 << 20;

    private RunningBroker broker;
    private ProxiedBroker proxies;
    private final List<Bus> buses = new ArrayList<>();

    /// A bus of this test with what it heard and which rooms it takes on every connection.
    protected final class Node {
        final Bus bus = proxies.newBus();
        final BusEar ear = new BusEar();
        final Collection<Boolean> confirmed = new ConcurrentLinkedQueue<>();

        private Node(Channel... wanted) {
            buses.add(bus);
            ear.react(heard -> {
                if (heard instanceof BusEar.Connected) {
                    for (Channel channel : wanted) {
                        bus.subscribe(channel, confirmed::add);
                    }
                }
            });
        }

        Node started() {
            bus.start(ear);
            return this;
        }

        /// On its nth connection it has all of the channels it wants.
        Node ready(int connections, int channels) {
            ear.awaitConnected(connections);
            awaitThat(() -> confirmed.stream().filter(done -> done).count() >= channels);
            return this;
        }

        public void awaitConnected(int times) {
            ear.awaitConnected(times);
        }

        public void awaitDisconnected() {
            ear.awaitDisconnected(1);
        }

        public void awaitInterrupted() {
            awaitThat(() -> ear.all().contains(new BusEar.Interrupted()));
        }

        public void awaitText(String text) {
            ear.awaitText(text);
        }

        /// Whether it has heard nothing but that it is connected, and messages.
        public boolean isUndisturbed() {
            return ear.all().stream()
                    .noneMatch(heard -> heard instanceof BusEar.Disconnected || heard instanceof BusEar.Interrupted);
        }

        public FaultyProxy proxy() {
            return proxies.proxy(bus);
        }

        public boolean publish(String text) {
            return publish(LOBBY, text);
        }

        public boolean publish(Channel channel, String text) {
            return bus.publish(channel, text.getBytes(StandardCharsets.ISO_8859_1));
        }

        public CompletableFuture<Boolean> subscribing(Channel channel) {
            var answer = new CompletableFuture<Boolean>();
            bus.subscribe(channel, answer::complete);
            return answer.orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /// Running, and nobody else's.
    protected abstract RunningBroker broker();

    protected abstract Bus newBus(int port);

    /// Part of the answer that confirms a subscription.
    protected abstract String confirmation();

    /// Whether each subscription has an answer of its own.
    protected abstract boolean confirmsOneByOne();

    /// A bus with a first connection, which takes these channels on every one.
    protected final Node connected(Channel... wanted) {
        return new Node(wanted).started().ready(1, wanted.length);
    }

    /// The same with another broker than [#broker], from now on.
    protected final Node connectedTo(RunningBroker other, Channel... wanted) {
        if (broker.port() != other.port()) {
            putProxiesBefore(other);
        }
        return connected(wanted);
    }

    @BeforeEach
    void putProxiesBefore() {
        putProxiesBefore(broker());
    }

    private void putProxiesBefore(RunningBroker next) {
        broker = next;
        proxies = new ProxiedBroker(next.port(), this::newBus);
    }

    @AfterEach
    void takeAllAway() {
        buses.forEach(Bus::close);
        proxies.close();
    }

    protected static Channel room(String name) {
        return new Channel.OfRoom(new RoomId(name));
    }

    protected static void awaitThat(Callable<Boolean> holds) {
        await().pollInterval(Duration.ofMillis(5)).atMost(PATIENCE).until(holds);
    }

    @Test
    void aBrokerThatIsKilledIsGoneAtOnceAndComesBack() {
        Node writer = connected();
        Node reader = connected(LOBBY);
        broker.killHard();
        writer.ear.awaitDisconnected(1);
        reader.ear.awaitDisconnected(1);
        assertThat(writer.publish("lost")).isFalse();
        broker.restart();
        writer.ready(2, 0);
        reader.ready(2, 2);
        assertThat(writer.publish("found")).isTrue();
        reader.ear.awaitText("found");
        assertThat(reader.ear.texts()).containsExactly("found");
    }

    @Test
    void aBusThatIsStartedBeforeItsBrokerFindsIt() {
        broker.killHard();
        Node early = new Node(LOBBY).started();
        awaitThat(() -> early.bus.health().reason() != null);
        assertThat(early.publish("lost")).isFalse();
        broker.restart();
        early.ready(1, 1);
    }

    @Test
    void aBrokerThatStandsStillIsGoneWithinThreeSeconds() {
        Node reader = connected(LOBBY);
        broker.pause();
        try {
            long since = System.nanoTime();
            reader.ear.awaitDisconnected(1);
            assertThat(Duration.ofNanos(System.nanoTime() - since)).isLessThan(NOTICED);
        } finally {
            broker.resume();
        }
        reader.ear.awaitConnected(2);
        awaitThat(() -> broker.channels().equals(List.of("parley.room.lobby")));
    }

    @Test
    void howeverOftenItComesBackTheBrokerHasEachWantedChannelOnce() {
        Channel[] rooms = IntStream.range(0, 50).mapToObj(i -> room("r" + i)).toArray(Channel[]::new);
        Node reader = connected(rooms);
        for (int i = 2; i <= 5; i++) {
            if (i % 2 == 0) {
                broker.restart();
            } else {
                reader.proxy().drop();
            }
            reader.ready(i, 50 * i);
        }
        awaitThat(() -> broker.channels().size() == 50);
        assertThat(broker.channels()).doesNotHaveDuplicates();
    }

    @Test
    void eachLossIsReported() {
        Node writer = connected();
        Node reader = connected(LOBBY);
        int number = 0;
        for (int cut = 1; cut <= 5; cut++) {
            for (int last = number + 200; number < last; number++) {
                writer.publish(Integer.toString(number));
            }
            reader.proxy().drop();
            for (int last = number + 100; number < last; number++) {
                writer.publish(Integer.toString(number));
            }
            reader.ready(cut + 1, cut + 1);
        }
        writer.publish(Integer.toString(number));
        reader.ear.awaitText(Integer.toString(number));
        assertThat(writer.bus.health().dropped()).isZero();
        assertThat(writer.ear.all()).containsExactly(new BusEar.Connected());
        assertThat(unreported(reader.ear.all())).isEmpty();
    }

    /// Numbers that follow a hole of which nothing was said.
    private static List<String> unreported(List<BusEar.Heard> all) {
        var found = new ArrayList<String>();
        int next = 0;
        boolean excused = false;
        for (BusEar.Heard heard : all) {
            if (heard instanceof BusEar.Message message) {
                int number = Integer.parseInt(message.text());
                if (number != next && !excused) {
                    found.add(next + " to " + number);
                }
                next = number + 1;
                excused = false;
            } else {
                excused |= !(heard instanceof BusEar.Connected);
            }
        }
        return found;
    }

    /// Where one answer stands for many, the others of that moment fail in time with it.
    @Test
    protected void aSwallowedConfirmationFailsInTimeAndHeals() {
        Node reader = connected();
        Node writer = connected();
        reader.proxy().swallow(confirmation());
        CompletableFuture<Boolean> swallowed = reader.subscribing(LOBBY);
        awaitThat(reader.proxy()::hasSwallowed);
        long since = System.nanoTime();
        List<CompletableFuture<Boolean>> others = IntStream.range(0, 50)
                .mapToObj(i -> reader.subscribing(room("r" + i)))
                .toList();
        assertThat(swallowed.join()).isFalse();
        others.forEach(CompletableFuture::join);
        assertThat(Duration.ofNanos(System.nanoTime() - since)).isLessThan(NOTICED);
        if (confirmsOneByOne()) {
            assertThat(others).allMatch(CompletableFuture::join);
        }
        reader.ear.awaitConnected(2);
        assertThat(reader.ear.all()).contains(new BusEar.Disconnected());
        assertThat(reader.subscribing(LOBBY).join()).isTrue();
        writer.publish("once");
        writer.publish("last");
        reader.ear.awaitText("last");
        assertThat(reader.ear.texts()).containsExactly("once", "last");
        awaitThat(() -> broker.channels().equals(List.of("parley.room.lobby")));
    }

    @Test
    void aSlowNetworkIsNoBrokenOne() {
        Node writer = connected();
        Node reader = connected();
        reader.proxy().slow(Duration.ofMillis(200));
        assertThat(reader.subscribing(LOBBY).join()).isTrue();
        IntStream.range(0, 100).forEach(i -> writer.publish("m" + i));
        reader.ear.awaitText("m99");
        assertThat(reader.ear.texts()).hasSize(100);
        assertThat(reader.ear.all()).doesNotContain(new BusEar.Disconnected(), new BusEar.Interrupted());
    }

    @Test
    void theHeapStaysFlatWhileTheBrokerIsDownOrSilent() {
        Node writer = connected();
        var message = new byte[1024];
        long before = usedAfterCollection();
        writer.proxy().hang();
        for (int i = 0; i < 100_000; i++) {
            writer.bus.publish(LOBBY, message.clone());
        }
        long silent = usedAfterCollection();
        assertThat(writer.bus.health().dropped()).isPositive();
        writer.proxy().cut();
        writer.ear.awaitDisconnected(1);
        for (int i = 0; i < 100_000; i++) {
            assertThat(writer.bus.publish(LOBBY, message.clone())).isFalse();
        }
        long down = usedAfterCollection();
        assertThat(silent - before).as("while silent").isLessThan(32 * MIB);
        assertThat(down - before).as("while down").isLessThan(32 * MIB);
    }

    private static long usedAfterCollection() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
