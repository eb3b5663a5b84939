package dev.parley.adapters.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.parley.contract.FaultyProxy;
import dev.parley.contract.PrivateRedis;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RedisCallsTest {

    /// A moment more than a call may take.
    static final Duration IN_TIME = RedisCalls.DEADLINE.plusMillis(700);

    private static final RedisScript LIVE = RedisScript.of("nodes.lua", "nodes-live.lua");

    private static PrivateRedis redis;

    private final FaultyProxy proxy = new FaultyProxy(redis.port());
    private final RedisCalls calls = new RedisCalls("redis://127.0.0.1:" + proxy.port());

    @BeforeAll
    static void startRedis() {
        redis = PrivateRedis.start();
        warmUp(redis);
    }

    /// The first connection of a JVM loads so much that a busy machine takes longer than a call may.
    static void warmUp(PrivateRedis redis) {
        try (var calls = new RedisCalls(redis.url())) {
            await().ignoreExceptions().until(() -> calls.run(LIVE, List.of()).size() == 3);
        }
    }

    @AfterAll
    static void endRedis() {
        redis.close();
    }

    @AfterEach
    void close() {
        calls.close();
        proxy.close();
    }

    private List<?> call() {
        return calls.run(LIVE, List.of());
    }

    private void assertAnswers() {
        assertThat(call()).hasSize(3);
    }

    private void assertFailsInTime() {
        long begun = System.nanoTime();
        assertThatThrownBy(this::call).isInstanceOf(RedisUnavailableException.class);
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(IN_TIME);
    }

    private void awaitAnswer() {
        await().ignoreExceptions().untilAsserted(this::assertAnswers);
    }

    @Test
    void aRedisThatHangsFailsCallsInTimeAndHeals() {
        assertAnswers();
        proxy.hang();
        assertFailsInTime();
        assertFailsInTime();
        proxy.mend();
        awaitAnswer();
    }

    @Test
    void aRedisThatHangsFromTheBeginningFailsCallsInTimeAndHeals() {
        proxy.hang();
        assertFailsInTime();
        assertFailsInTime();
        proxy.mend();
        awaitAnswer();
    }

    @Test
    void aConnectionThatIsCutIsMadeAgain() {
        assertAnswers();
        proxy.cut();
        assertFailsInTime();
        proxy.mend();
        awaitAnswer();
        proxy.drop();
        awaitAnswer();
    }

    @Test
    void aConnectionThatLeadsNowhereIsNotUsedTwice() {
        assertAnswers();
        proxy.swallow("*3");
        assertFailsInTime();
        assertThat(proxy.hasSwallowed()).isTrue();
        assertAnswers();
    }

    @Test
    void aScriptThatRedisHasForgottenIsSentAgain() {
        assertAnswers();
        redis.call("SCRIPT", "FLUSH");
        assertAnswers();
    }

    @Test
    void aRefusalIsToldAndKeepsTheConnection() {
        assertAnswers();
        var wrong = new RedisScript("return redis.call('NO SUCH COMMAND')", "0".repeat(40));
        long before = connections();

        assertThatThrownBy(() -> calls.run(wrong, List.of()))
                .isInstanceOf(RedisUnavailableException.class)
                .hasMessageContaining("Unknown Redis command");

        assertAnswers();
        // The question itself comes over a connection of its own.
        assertThat(connections()).isEqualTo(before + 1);
    }

    private static long connections() {
        return redis.call("INFO", "stats")
                .getFirst()
                .lines()
                .filter(line -> line.startsWith("total_connections_received:"))
                .mapToLong(line ->
                        Long.parseLong(line.substring(line.indexOf(':') + 1).strip()))
                .findFirst()
                .orElseThrow();
    }
}
