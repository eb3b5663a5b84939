package dev.parley.adapters.redis;

import dev.parley.contract.PrivateRedis;
import dev.parley.contract.RoomHoldersContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class RedisRoomHoldersTest extends RoomHoldersContract {

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
    protected Registry open() {
        redis.call("FLUSHALL");
        var first = new RedisCalls(redis.url());
        var second = new RedisCalls(redis.url());
        return new Registry(
                new RedisRoomHolders(first), new RedisRoomHolders(second), () -> redis.call("FLUSHALL"), () -> {
                    first.close();
                    second.close();
                });
    }
}
