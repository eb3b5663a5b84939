package dev.parley.adapters.redis;

import dev.parley.contract.BrokerUnderTest;
import dev.parley.contract.BusContract;
import dev.parley.contract.PrivateRedis;
import dev.parley.contract.ProxiedBroker;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class ShardedRedisBusTest extends BusContract {

    private static PrivateRedis redis;

    @BeforeAll
    static void startRedis() {
        redis = PrivateRedis.start();
    }

    @AfterAll
    static void endRedis() {
        redis.close();
    }

    @Override
    protected BrokerUnderTest newBroker() {
        return new ProxiedBroker(redis.port(), port -> new RedisBus("redis://127.0.0.1:" + port, PubSub.SHARDED));
    }
}
