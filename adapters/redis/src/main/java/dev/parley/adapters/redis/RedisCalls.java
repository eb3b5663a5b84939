package dev.parley.adapters.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Scripts that callers wait for, over one connection. It is made when it is first needed, so that a server starts
/// without Redis, and given up after the first call that was not answered in time, so that one that leads nowhere is
/// not waited for again and again. Any thread; calls do not wait for each other.
final class RedisCalls implements AutoCloseable {

    /// Of one call, a new connection included.
    static final Duration DEADLINE = Duration.ofSeconds(1);

    /// Calls that wait for an answer; beyond it Lettuce refuses.
    private static final int MAX_UNANSWERED = 2_000;

    private static final String[] NO_KEYS = {};

    private final RedisURI uri;
    private final ClientResources resources = RedisClients.resources();
    private final RedisClient client;
    private final AtomicReference<@Nullable CompletableFuture<StatefulRedisConnection<String, String>>> connection =
            new AtomicReference<>();

    /// @param url as in [RedisProperties]
    RedisCalls(String url) {
        uri = RedisClients.address(url, DEADLINE);
        client = RedisClient.create(resources);
        client.setOptions(RedisClients.options(DEADLINE, MAX_UNANSWERED).build());
    }

    /// @return what the script returned: texts, numbers, and lists of them
    /// @throws RedisUnavailableException when there was no answer in time
    List<?> run(RedisScript script, List<String> arguments) {
        long begun = System.nanoTime();
        var used = connected();
        CompletableFuture<List<?>> answer = used.thenCompose(open -> send(open.async(), script, arguments));
        try {
            return answer.get(DEADLINE.toNanos() - (System.nanoTime() - begun), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RedisUnavailableException(e);
        } catch (TimeoutException e) {
            giveUp(used);
            throw new RedisUnavailableException(
                    new TimeoutException("no answer within " + DEADLINE.toMillis() + " ms"));
        } catch (ExecutionException e) {
            if (!RedisErrors.isRefusal(e) || RedisErrors.isOfReplica(e)) {
                giveUp(used);
            }
            throw new RedisUnavailableException(e.getCause() == null ? e : e.getCause());
        }
    }

    private static CompletionStage<List<?>> send(
            RedisAsyncCommands<String, String> commands, RedisScript script, List<String> arguments) {
        String[] values = arguments.toArray(String[]::new);
        CompletionStage<List<?>> known = commands.evalsha(script.digest(), ScriptOutputType.MULTI, NO_KEYS, values);
        return known.exceptionallyCompose(failure -> RedisErrors.innermost(failure) instanceof RedisNoScriptException
                ? commands.eval(script.text(), ScriptOutputType.MULTI, NO_KEYS, values)
                : CompletableFuture.failedStage(failure));
    }

    /// The connection there is, or one that is being made now.
    private CompletableFuture<StatefulRedisConnection<String, String>> connected() {
        var known = connection.get();
        if (known != null && (!known.isDone() || isOpen(known))) {
            return known;
        }
        var next = new CompletableFuture<StatefulRedisConnection<String, String>>();
        if (!connection.compareAndSet(known, next)) {
            return connected();
        }
        client.connectAsync(StringCodec.UTF8, uri).whenComplete((open, failure) -> {
            if (failure == null) {
                next.complete(open);
            } else {
                next.completeExceptionally(failure);
            }
        });
        return next;
    }

    private static boolean isOpen(CompletableFuture<StatefulRedisConnection<String, String>> made) {
        return !made.isCompletedExceptionally() && made.join().isOpen();
    }

    /// Only this one: another caller may have made a new one already.
    private void giveUp(CompletableFuture<StatefulRedisConnection<String, String>> used) {
        if (connection.compareAndSet(used, null)) {
            used.thenAccept(RedisCalls::close);
        }
    }

    private static void close(StatefulRedisConnection<String, String> connection) {
        if (connection.isOpen()) {
            connection.closeAsync();
        }
    }

    /// Does not wait.
    @Override
    public void close() {
        client.shutdownAsync(0, 1, TimeUnit.SECONDS).whenComplete((_, _) -> resources.shutdown(0, 1, TimeUnit.SECONDS));
    }
}
