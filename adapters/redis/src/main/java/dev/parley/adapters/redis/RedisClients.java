package dev.parley.adapters.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.MaintNotificationsConfig;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import java.time.Duration;

/// What all clients of Redis have in common: few threads, deadlines, and no commands kept for a connection that is not
/// there.
final class RedisClients {

    private RedisClients() {}

    /// @param url as in [RedisProperties]
    /// @param deadline of each command
    static RedisURI address(String url, Duration deadline) {
        RedisURI uri = RedisURI.create(url);
        uri.setTimeout(deadline);
        uri.setClientName("parley");
        return uri;
    }

    static ClientResources resources() {
        return DefaultClientResources.builder()
                .ioThreadPoolSize(2)
                .computationThreadPoolSize(2)
                .build();
    }

    /// @param deadline of each command and of connecting
    /// @param unanswered commands that may wait for an answer
    static ClientOptions.Builder options(Duration deadline, int unanswered) {
        return ClientOptions.builder()
                .autoReconnect(false)
                .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
                .requestQueueSize(unanswered)
                .maintNotificationsConfig(MaintNotificationsConfig.disabled())
                .timeoutOptions(TimeoutOptions.enabled(deadline))
                .socketOptions(SocketOptions.builder().connectTimeout(deadline).build());
    }
}
