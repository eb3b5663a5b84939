package dev.parley.adapters.redis;

import dev.parley.fanout.spi.BrokerLink;
import dev.parley.fanout.spi.LinkEvents;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.pubsub.api.async.RedisPubSubAsyncCommands;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/// One connection to Redis. A subscription is confirmed by the reply that names its channel, never by
/// the command that Lettuce thinks it belongs to: Lettuce counts replies, and one that is swallowed
/// would confirm the next channel.
final class RedisLink implements BrokerLink {

    private static final String MOVED = "a slot of the Redis Cluster has moved";

    private final StatefulRedisPubSubConnection<String, byte[]> connection;
    private final RedisPubSubAsyncCommands<String, byte[]> commands;
    private final PubSub pubsub;
    private final LinkEvents events;
    private final Set<String> givenBack = ConcurrentHashMap.newKeySet();
    private volatile boolean closing;

    RedisLink(StatefulRedisPubSubConnection<String, byte[]> connection, PubSub pubsub, LinkEvents events) {
        this.connection = connection;
        this.commands = connection.async();
        this.pubsub = pubsub;
        this.events = events;
        connection.addListener(new RedisReplies(events, this::ended));
        connection.addListener(new RedisConnectionStateListener() {
            @Override
            public void onRedisDisconnected(RedisChannelHandler<?, ?> gone) {
                lost("Redis has ended the connection");
            }
        });
        if (!connection.isOpen()) {
            lost("Redis has ended the connection");
        }
    }

    private void lost(String reason) {
        if (!closing) {
            events.lost(reason);
        }
    }

    @Override
    public void subscribe(String name) {
        var asked = pubsub == PubSub.CLASSIC ? commands.subscribe(name) : commands.ssubscribe(name);
        asked.whenComplete((_, failure) -> {
            if (failure != null && RedisErrors.isMove(failure)) {
                lost(MOVED);
            } else if (failure != null && RedisErrors.isRefusal(failure)) {
                events.refused(name, RedisErrors.reason(failure));
            }
        });
    }

    /// A channel that was not given back was taken: its slot has moved to another node, say.
    private void ended(String name) {
        if (!givenBack.remove(name)) {
            lost("Redis has ended a subscription");
        }
    }

    @Override
    public void unsubscribe(String name) {
        givenBack.add(name);
        var _ = pubsub == PubSub.CLASSIC ? commands.unsubscribe(name) : commands.sunsubscribe(name);
    }

    @Override
    public void publish(String name, byte[] message) {
        answered(
                pubsub == PubSub.CLASSIC ? commands.publish(name, message) : commands.spublish(name, message),
                () -> events.sent(1));
    }

    @Override
    public void ping() {
        ping(events::answered);
    }

    void ping(Runnable then) {
        answered(commands.ping(), then);
    }

    /// A refused message is gone, and so is its place.
    private void answered(CompletionStage<?> reply, Runnable then) {
        reply.whenComplete((_, failure) -> {
            if (failure == null) {
                then.run();
            } else if (RedisErrors.isMove(failure)) {
                lost(MOVED);
            } else if (RedisErrors.isRefusal(failure)) {
                events.interrupted("Redis refuses: " + RedisErrors.reason(failure));
                then.run();
            } else {
                lost("Redis has not answered: " + RedisErrors.reason(failure));
            }
        });
    }

    @Override
    public void close() {
        closing = true;
        if (connection.isOpen()) {
            connection.closeAsync();
        }
    }
}
