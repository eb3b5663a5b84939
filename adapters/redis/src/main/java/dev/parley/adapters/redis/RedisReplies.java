package dev.parley.adapters.redis;

import dev.parley.fanout.spi.LinkEvents;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import java.util.function.Consumer;

/// What Redis says on one connection without being asked, and how it answers for channels. On Lettuce's
/// event loop.
final class RedisReplies extends RedisPubSubAdapter<String, byte[]> {

    private final LinkEvents events;
    private final Consumer<String> ended;

    /// @param ended hears which channels are not subscribed any more, whoever wanted that
    RedisReplies(LinkEvents events, Consumer<String> ended) {
        this.events = events;
        this.ended = ended;
    }

    @Override
    public void message(String channel, byte[] message) {
        events.received(channel, message);
    }

    @Override
    public void smessage(String channel, byte[] message) {
        events.received(channel, message);
    }

    @Override
    public void subscribed(String channel, long count) {
        events.subscribed(channel);
    }

    @Override
    public void unsubscribed(String channel, long count) {
        ended.accept(channel);
    }

    @Override
    public void sunsubscribed(String channel, long count) {
        ended.accept(channel);
    }

    @Override
    public void ssubscribed(String channel, long count) {
        events.subscribed(channel);
    }
}
