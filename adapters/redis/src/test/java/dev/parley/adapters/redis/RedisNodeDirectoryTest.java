package dev.parley.adapters.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.cluster.LiveNode;
import dev.parley.cluster.Node;
import dev.parley.contract.NodeDirectoryContract;
import dev.parley.contract.PrivateRedis;
import dev.parley.kernel.NodeId;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class RedisNodeDirectoryTest extends NodeDirectoryContract {

    private static PrivateRedis redis;

    @BeforeAll
    static void startRedis() {
        redis = PrivateRedis.start();
        RedisCallsTest.warmUp(redis);
    }

    @AfterAll
    static void endRedis() {
        redis.close();
    }

    @Override
    protected Directories open() {
        redis.call("FLUSHALL");
        var first = new RedisCalls(redis.url());
        var second = new RedisCalls(redis.url());
        return new Directories(new RedisNodeDirectory(first), new RedisNodeDirectory(second), () -> {
            first.close();
            second.close();
        });
    }

    private static Node node(String id) {
        return new Node(new NodeId("node-" + id + "-x"), id + ":8080", "a machine", null, "rooms");
    }

    private static List<String> ids(List<LiveNode> nodes) {
        return nodes.stream().map(node -> node.node().id().value()).toList();
    }

    @Test
    void whenRedisIsFlushedNobodyHasLostHisLeaseBeforeItsTime() {
        redis.call("FLUSHALL");
        try (var calls = new RedisCalls(redis.url());
                var others = new RedisCalls(redis.url())) {
            var directory = new RedisNodeDirectory(calls);
            var newcomer = new RedisNodeDirectory(others);
            directory.renew(node("a"), Duration.ofMinutes(1));
            directory.renew(node("b"), Duration.ofMinutes(1));
            directory.renew(node("c"), Duration.ofMillis(700));
            directory.renew(node("d"), Duration.ofMinutes(1));
            redis.call("FLUSHALL");
            redis.call("SCRIPT", "FLUSH");

            assertThat(ids(directory.live())).containsExactly("node-a-x", "node-b-x", "node-c-x", "node-d-x");
            newcomer.renew(node("b"), Duration.ofMinutes(1));
            directory.leave(node("d").id());
            assertThat(ids(directory.live())).containsExactly("node-a-x", "node-b-x", "node-c-x");
            await().untilAsserted(() -> assertThat(ids(directory.live())).containsExactly("node-a-x", "node-b-x"));
            assertThat(ids(newcomer.live())).containsExactly("node-b-x");
        }
    }

    @Test
    void whenRedisComesBackAsItWasLongAgoNobodyHasLostHisLeaseBeforeItsTime() {
        try (var own = PrivateRedis.start();
                var calls = new RedisCalls(own.url())) {
            var directory = new RedisNodeDirectory(calls);
            directory.renew(node("a"), Duration.ofMinutes(1));
            String name = own.call("GET", "parley:nodes:name").getFirst();

            own.killHard();
            own.restart();
            own.call("SET", "parley:nodes:name", name);

            await().ignoreExceptions()
                    .untilAsserted(() -> assertThat(ids(directory.live())).containsExactly("node-a-x"));
        }
    }
}
