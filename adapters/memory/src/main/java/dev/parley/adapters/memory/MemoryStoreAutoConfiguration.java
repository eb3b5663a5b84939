package dev.parley.adapters.memory;

import dev.parley.access.spi.ApiKeyStore;
import dev.parley.lifecycle.spi.LifecycleLog;
import dev.parley.log.spi.RoomLog;
import dev.parley.log.spi.StoreGeneration;
import dev.parley.room.spi.AttributeReader;
import dev.parley.room.spi.PeopleReader;
import dev.parley.room.spi.RoomReader;
import java.time.InstantSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/// All store ports in memory. The start time is the generation, so no epoch of an earlier run comes
/// again.
@AutoConfiguration
@ConditionalOnProperty(name = "parley.store", havingValue = "memory")
class MemoryStoreAutoConfiguration {

    @Bean
    MemoryStore memoryStore() {
        var clock = InstantSource.system();
        return new MemoryStore(clock, clock.millis());
    }

    @Bean
    RoomLog memoryRoomLog(MemoryStore store) {
        return new MemoryRoomLog(store);
    }

    @Bean
    RoomReader memoryRoomReader(MemoryStore store) {
        return new MemoryRoomReader(store);
    }

    @Bean
    AttributeReader memoryAttributeReader(MemoryStore store) {
        return new MemoryAttributeReader(store);
    }

    @Bean
    PeopleReader memoryPeopleReader(MemoryStore store) {
        return new MemoryPeopleReader(store);
    }

    @Bean
    StoreGeneration memoryStoreGeneration(MemoryStore store) {
        return new MemoryStoreGeneration(store);
    }

    @Bean
    LifecycleLog memoryLifecycleLog(MemoryStore store) {
        return new MemoryLifecycleLog(store);
    }

    @Bean
    ApiKeyStore memoryApiKeyStore(MemoryStore store) {
        return new MemoryApiKeyStore(store);
    }
}
