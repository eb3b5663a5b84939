package dev.parley.adapters.redis;

import dev.parley.cluster.spi.NodeDirectory;
import dev.parley.fanout.spi.RoomHolders;
import dev.parley.presence.spi.PresenceRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Primary;

/// Who is connected, the nodes' leases, and who holds which room, in Redis. It connects at the first call.
@AutoConfiguration
@Conditional(RedisRegistryAutoConfiguration.EitherIsAskedFor.class)
@EnableConfigurationProperties(RedisProperties.class)
class RedisRegistryAutoConfiguration {

    static final class EitherIsAskedFor extends AnyNestedCondition {

        EitherIsAskedFor() {
            super(ConfigurationPhase.PARSE_CONFIGURATION);
        }

        @ConditionalOnProperty(name = "parley.presence", havingValue = "redis")
        static final class Presence {}

        @ConditionalOnProperty(name = "parley.nodes", havingValue = "redis")
        static final class Nodes {}
    }

    @Bean(destroyMethod = "close")
    RedisCalls redisCalls(RedisProperties properties) {
        return new RedisCalls(properties.url());
    }

    @Bean
    @ConditionalOnProperty(name = "parley.presence", havingValue = "redis")
    PresenceRegistry redisPresenceRegistry(RedisCalls redis) {
        return new RedisPresenceRegistry(redis);
    }

    @Bean
    @ConditionalOnProperty(name = "parley.fanout", havingValue = "registry")
    RoomHolders redisRoomHolders(RedisCalls redis) {
        return new RedisRoomHolders(redis);
    }

    /// Before that of a store, which serves another end then.
    @Bean
    @Primary
    @ConditionalOnProperty(name = "parley.nodes", havingValue = "redis")
    NodeDirectory redisNodeDirectory(RedisCalls redis) {
        return new RedisNodeDirectory(redis);
    }
}
