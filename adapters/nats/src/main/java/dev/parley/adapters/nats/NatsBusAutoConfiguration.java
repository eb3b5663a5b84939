package dev.parley.adapters.nats;

import dev.parley.fanout.spi.Bus;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/// The bus over NATS. It connects when whoever listens starts it.
@AutoConfiguration
@ConditionalOnProperty(name = "parley.bus", havingValue = "nats")
@EnableConfigurationProperties(NatsProperties.class)
class NatsBusAutoConfiguration {

    @Bean(destroyMethod = "close")
    Bus natsBus(NatsProperties properties) {
        return new NatsBus(properties.url());
    }
}
