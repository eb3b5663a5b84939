package dev.parley.adapters.redis;

import dev.parley.fanout.spi.Bus;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/// The bus over Redis. It connects when whoever listens starts it.
@AutoConfiguration
@ConditionalOnProperty(name = "parley.bus", havingValue = "redis")
@EnableConfigurationProperties(RedisProperties.class)
class RedisBusAutoConfiguration {

    @Bean(destroyMethod = "close")
    Bus redisBus(RedisProperties properties) {
        return new RedisBus(properties.url(), properties.pubsub());
    }
}
