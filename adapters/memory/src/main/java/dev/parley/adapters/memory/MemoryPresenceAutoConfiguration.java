package dev.parley.adapters.memory;

import dev.parley.presence.spi.PresenceRegistry;
import java.time.Instant;
import java.time.InstantSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/// The sessions of a single box in memory.
@AutoConfiguration
@ConditionalOnProperty(name = "parley.presence", havingValue = "local", matchIfMissing = true)
class MemoryPresenceAutoConfiguration {

    /// A grace is a length of time: it goes on evenly, whatever is done to the machine's clock.
    @Bean
    PresenceRegistry memoryPresenceRegistry() {
        Instant begun = Instant.now();
        long from = System.nanoTime();
        InstantSource even = () -> begun.plusNanos(System.nanoTime() - from);
        return new MemoryPresenceRegistry(even);
    }
}
