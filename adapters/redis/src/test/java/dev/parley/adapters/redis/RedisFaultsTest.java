package dev.parley.adapters.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.contract.BusFaultContract;
import dev.parley.contract.PrivateRedis;
import dev.parley.contract.RunningBroker;
import dev.parley.fanout.spi.Bus;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class RedisFaultsTest extends BusFaultContract {

    private static final String LARGE = "x".repeat(200_000);

    private static PrivateRedis redis;

    private String user = "";
    private PubSub pubsub = PubSub.CLASSIC;

    @BeforeAll
    static void startRedis() {
        redis = PrivateRedis.start();
    }

    @AfterAll
    static void endRedis() {
        redis.close();
    }

    @Override
    protected RunningBroker broker() {
        return redis;
    }

    @Override
    protected Bus newBus(int port) {
        return new RedisBus("redis://" + user + "127.0.0.1:" + port, pubsub);
    }

    @Override
    protected String confirmation() {
        return "subscribe";
    }

    @Override
    protected boolean confirmsOneByOne() {
        return true;
    }

    @Test
    void aShardedConfirmationThatIsSwallowedFailsInTimeAndHeals() {
        pubsub = PubSub.SHARDED;
        aSwallowedConfirmationFailsInTimeAndHeals();
    }

    @Test
    void flushingRedisDisturbsNobody() {
        Node writer = connected();
        Node reader = connected(LOBBY);
        writer.publish("before");
        redis.call("FLUSHALL");
        writer.publish("after");
        reader.awaitText("after");
        assertThat(reader.isUndisturbed()).isTrue();
        assertThat(writer.isUndisturbed()).isTrue();
    }

    @Test
    void aConnectionThatRedisEndsIsReplaced() {
        Node reader = connected(LOBBY);
        redis.call("CLIENT", "KILL", "TYPE", "pubsub");
        reader.awaitDisconnected();
        reader.awaitConnected(2);
        assertThat(reader.subscribing(LOBBY).join()).isTrue();
    }

    @Test
    void whoReadsTooSlowlyForRedisIsToldThatItMissedSomething() {
        redis.call("CONFIG", "SET", "client-output-buffer-limit", "pubsub 256kb 64kb 2");
        Node writer = connected();
        Node reader = connected(LOBBY);
        reader.proxy().hang();
        for (int i = 0; i < 60; i++) {
            writer.publish(LARGE);
        }
        awaitThat(() -> redis.channels().isEmpty());
        reader.proxy().mend();
        reader.awaitDisconnected();
        reader.awaitConnected(2);
    }

    @Test
    void aChannelThatRedisDoesNotGiveIsRefusedAndTheOthersStay() {
        redis.call("ACL", "SETUSER", "guest", "on", ">secret", "allcommands", "resetchannels", "&parley.room.open");
        user = "guest:secret@";
        Node guest = connected(room("open"));
        assertThat(guest.subscribing(LOBBY).join()).isFalse();
        guest.publish(room("open"), "hello");
        guest.awaitText("hello");
        assertThat(guest.isUndisturbed()).isTrue();
        guest.publish("no");
        guest.awaitInterrupted();
    }

    @Test
    void aShardThatMovesAwayIsReported() {
        try (var cluster = PrivateRedis.start("cluster-enabled", "yes")) {
            cluster.call("CLUSTER", "ADDSLOTSRANGE", "0", "16383");
            pubsub = PubSub.SHARDED;
            Node reader = connectedTo(cluster, LOBBY);
            cluster.call("CLUSTER", "DELSLOTSRANGE", "0", "16383");
            reader.awaitDisconnected();
        }
    }
}
