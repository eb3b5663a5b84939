package dev.parley.adapters.redis;

/// Which of Redis' two ways messages go.
enum PubSub {
    /// `SUBSCRIBE` and `PUBLISH`: every node of a Redis Cluster would get every message.
    CLASSIC,

    /// `SSUBSCRIBE` and `SPUBLISH`, Redis 7 and later: a message stays with the shard its channel
    /// belongs to.
    SHARDED
}
