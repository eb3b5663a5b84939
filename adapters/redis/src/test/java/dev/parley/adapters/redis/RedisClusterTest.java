package dev.parley.adapters.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.contract.PrivateRedis;
import dev.parley.fanout.Channel;
import dev.parley.fanout.spi.BusListener;
import dev.parley.kernel.RoomId;
import io.lettuce.core.cluster.SlotHash;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RedisClusterTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final List<Channel> ROOMS = IntStream.range(0, 60)
            .mapToObj(i -> (Channel) new Channel.OfRoom(new RoomId("r" + i)))
            .toList();

    private List<PrivateRedis> cluster;
    private RedisBus reader;
    private RedisBus writer;
    private final Ear ear = new Ear();

    private static final class Ear implements BusListener {
        final Set<String> texts = ConcurrentHashMap.newKeySet();
        final List<String> states = new CopyOnWriteArrayList<>();

        @Override
        public void received(Channel channel, byte[] message) {
            texts.add(new String(message, StandardCharsets.ISO_8859_1));
        }

        @Override
        public void connected() {
            states.add("connected");
        }

        @Override
        public void disconnected(String reason) {
            states.add(reason);
        }

        @Override
        public void interrupted(String reason) {
            states.add(reason);
        }
    }

    @BeforeEach
    void startAll() {
        cluster = PrivateRedis.startCluster(3);
        reader = started(ear);
        writer = started(new Ear());
    }

    @AfterEach
    void endAll() {
        reader.close();
        writer.close();
        cluster.forEach(PrivateRedis::close);
    }

    private RedisBus started(Ear listener) {
        var bus = new RedisBus(cluster.getFirst().url(), PubSub.SHARDED);
        bus.start(listener);
        await().atMost(PATIENCE).until(() -> bus.health().connected());
        return bus;
    }

    private boolean subscribe(Channel channel) {
        var answer = new CompletableFuture<Boolean>();
        reader.subscribe(channel, answer::complete);
        return answer.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    }

    /// What was lost on the way, and reported, is said again.
    private void hearsAll(String word) {
        await().pollInterval(Duration.ofMillis(50)).atMost(PATIENCE).until(() -> {
            List<Channel> unheard = ROOMS.stream()
                    .filter(room -> !ear.texts.contains(word + room))
                    .toList();
            unheard.forEach(room -> writer.publish(room, (word + room).getBytes(StandardCharsets.ISO_8859_1)));
            return unheard.isEmpty();
        });
    }

    @Test
    void channelsAreSpreadOverTheNodesAndEachIsHeard() {
        assertThat(ROOMS).allMatch(this::subscribe);
        hearsAll("hello");
        assertThat(cluster).allSatisfy(node -> assertThat(node.channels()).isNotEmpty());
        assertThat(cluster.stream().flatMap(node -> node.channels().stream()))
                .hasSize(ROOMS.size())
                .doesNotHaveDuplicates();
        assertThat(ear.states).containsExactly("connected");
    }

    @Test
    void aSlotThatMovesIsFoundAtItsNewNode() {
        assertThat(ROOMS).allMatch(this::subscribe);
        int slot = SlotHash.getSlot("parley.room.r0");
        PrivateRedis owner = cluster.stream()
                .filter(node -> node.channels().contains("parley.room.r0"))
                .findFirst()
                .orElseThrow();
        PrivateRedis next = cluster.get((cluster.indexOf(owner) + 1) % 3);
        String id = next.call("CLUSTER", "MYID").getFirst();
        // The new owner first: it tells the others.
        for (PrivateRedis node : List.of(next, owner, cluster.get((cluster.indexOf(owner) + 2) % 3))) {
            node.call("CLUSTER", "SETSLOT", "" + slot, "NODE", id);
        }
        await().atMost(PATIENCE)
                .until(() -> ear.states.stream().filter("connected"::equals).count() == 2);
        assertThat(ROOMS).allMatch(this::subscribe);
        assertThat(next.channels()).contains("parley.room.r0");
        await().atMost(PATIENCE).until(() -> writer.health().connected());
        hearsAll("moved");
    }

    @Test
    void aNodeThatDiesEndsTheConnectionUntilItIsBack() {
        assertThat(ROOMS).allMatch(this::subscribe);
        cluster.get(2).killHard();
        await().atMost(PATIENCE).until(() -> ear.states.size() >= 2);
        cluster.get(2).restart();
        cluster.forEach(PrivateRedis::awaitCluster);
        await().atMost(PATIENCE)
                .until(() -> reader.health().connected() && writer.health().connected());
        await().atMost(PATIENCE).until(() -> ROOMS.stream().allMatch(this::subscribe));
        await().atMost(PATIENCE).until(() -> writer.health().connected());
        hearsAll("back");
    }
}
