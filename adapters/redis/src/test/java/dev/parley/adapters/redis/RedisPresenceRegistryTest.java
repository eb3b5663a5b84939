package dev.parley.adapters.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.parley.contract.FaultyProxy;
import dev.parley.contract.PresenceRegistryContract;
import dev.parley.contract.PrivateRedis;
import dev.parley.kernel.NodeId;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import dev.parley.kernel.UserId;
import dev.parley.presence.ConnectionEpoch;
import dev.parley.presence.Departure;
import dev.parley.presence.LeaveCause;
import dev.parley.presence.SessionChange.Join;
import dev.parley.presence.SessionChange.Leave;
import dev.parley.presence.SessionChange.Rejoin;
import dev.parley.presence.SessionEntry;
import dev.parley.presence.SessionKey;
import dev.parley.presence.SessionResult.Present;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class RedisPresenceRegistryTest extends PresenceRegistryContract {

    private static final RoomId LOBBY = new RoomId("lobby");
    private static final NodeId HERE = new NodeId("node-here");
    private static final Duration LONG = Duration.ofMinutes(5);

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
    protected Registries open() {
        redis.call("FLUSHALL");
        var first = new RedisCalls(redis.url());
        var second = new RedisCalls(redis.url());
        return new Registries(new RedisPresenceRegistry(first), new RedisPresenceRegistry(second), () -> {
            first.close();
            second.close();
        });
    }

    private static SessionEntry entry(int n) {
        var key = new SessionKey(LOBBY, new SessionId("session-" + n), new ConnectionEpoch(n));
        return new SessionEntry(key, new UserId("user" + n), null, HERE);
    }

    @Test
    void aFlushIsToldByTheGenerationAndEverybodyIsThereAgainUnderHisSpareEpoch() {
        try (var calls = new RedisCalls(redis.url())) {
            var registry = new RedisPresenceRegistry(calls);
            registry.apply(List.of(new Join(entry(1), Duration.ZERO), new Join(entry(2), Duration.ZERO)));
            String before = registry.generation();
            registry.apply(List.of(new Leave(entry(2).key(), LeaveCause.CLOSED, LONG)));

            redis.call("FLUSHALL");

            assertThat(registry.page(LOBBY, null, 10).users()).isEmpty();
            assertThat(registry.departing(HERE, 10, LONG)).isEmpty();
            registry.remove(List.of(entry(1).key()));
            assertThat(registry.apply(List.of(new Rejoin(entry(1), new ConnectionEpoch(9), Duration.ZERO))))
                    .containsExactly(new Present(new ConnectionEpoch(9)));
            assertThat(registry.generation()).isNotEqualTo(before).isEqualTo(registry.generation());
            assertThat(registry.nodes()).containsExactly(HERE);
        }
    }

    @Test
    void eachRunOfRedisHasAGenerationOfItsOwn() {
        try (var own = PrivateRedis.start();
                var calls = new RedisCalls(own.url())) {
            var registry = new RedisPresenceRegistry(calls);
            String before = registry.generation();

            own.killHard();
            own.restart();
            own.call("SET", "parley:presence:generation", before.substring(0, before.indexOf('.')));

            await().ignoreExceptions().until(() -> !registry.generation().equals(before));
        }
    }

    @Test
    void everyCallOfARedisThatHangsFailsInTime() {
        try (var proxy = new FaultyProxy(redis.port());
                var calls = new RedisCalls("redis://127.0.0.1:" + proxy.port())) {
            var registry = new RedisPresenceRegistry(calls);
            registry.apply(List.of(new Join(entry(1), Duration.ZERO)));
            proxy.hang();
            List<Runnable> all = List.of(
                    () -> registry.apply(List.of(new Join(entry(2), Duration.ZERO))),
                    registry::nodes,
                    () -> registry.departing(HERE, 10, LONG),
                    () -> registry.page(LOBBY, null, 10),
                    () -> registry.holders(List.of(LOBBY)),
                    registry::generation);
            for (Runnable call : all) {
                long begun = System.nanoTime();
                assertThatThrownBy(call::run).isInstanceOf(RedisUnavailableException.class);
                assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(RedisCallsTest.IN_TIME);
            }
            proxy.mend();
            await().ignoreExceptions().until(() -> registry.nodes().contains(HERE));
        }
    }

    @Test
    void nothingIsLeftOfARoomThatEverybodyHasLeft() {
        redis.call("FLUSHALL");
        try (var calls = new RedisCalls(redis.url())) {
            var registry = new RedisPresenceRegistry(calls);
            for (int n = 1; n <= 20; n++) {
                registry.apply(List.of(
                        new Join(entry(n), Duration.ZERO),
                        new Leave(entry(n).key(), LeaveCause.CLOSED, Duration.ZERO)));
            }
            var gone = registry.departing(HERE, 500, LONG);
            registry.remove(
                    gone.stream().map(Departure::entry).map(SessionEntry::key).toList());

            assertThat(gone).hasSize(20);
            assertThat(redis.call("KEYS", "*")).isEmpty();
        }
    }
}
