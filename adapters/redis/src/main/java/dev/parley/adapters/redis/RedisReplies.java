package dev.parley.adapters.redis;

import dev.parley.fanout.spi.LinkEvents;
import io.lettuce.core.pubsub.RedisPubSubAdapter;

/// What Redis says on one connection without being asked, and how it answers for channels. On Lettuce's
/// event loop.
final class RedisReplies extends RedisPubSubAdapter<String, byte[]> {

    private final LinkEvents events;

    RedisReplies(LinkEvents events) {
        this.events = events;
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
    public void ssubscribed(String channel, long count) {
        events.subscribed(channel);
    }
}
