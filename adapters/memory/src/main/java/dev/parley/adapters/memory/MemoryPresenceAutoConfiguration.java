package dev.parley.adapters.memory;

import dev.parley.presence.spi.PresenceRegistry;
import java.time.InstantSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/// The sessions of a single box in memory.
@AutoConfiguration
@ConditionalOnProperty(name = "parley.presence", havingValue = "local", matchIfMissing = true)
class MemoryPresenceAutoConfiguration {

    @Bean
    PresenceRegistry memoryPresenceRegistry() {
        return new MemoryPresenceRegistry(InstantSource.system());
    }
}
