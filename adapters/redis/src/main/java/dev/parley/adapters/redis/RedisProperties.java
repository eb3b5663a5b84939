package dev.parley.adapters.redis;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// @param url where Redis is, `redis://[[user]:password@]host:port` or `rediss://…`
/// @param pubsub which of its two ways messages go
@ConfigurationProperties("parley.redis")
record RedisProperties(
        @DefaultValue("redis://localhost:6379") String url,
        @DefaultValue("classic") PubSub pubsub) {

    /// Secrets stay out of logs.
    @Override
    public String toString() {
        return "RedisProperties[url=…, pubsub=" + pubsub + "]";
    }
}
