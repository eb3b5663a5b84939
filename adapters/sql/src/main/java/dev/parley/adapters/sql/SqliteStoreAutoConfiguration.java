package dev.parley.adapters.sql;

import dev.parley.access.spi.ApiKeyStore;
import dev.parley.adapters.sql.sqlite.KeysBesideServer;
import dev.parley.adapters.sql.sqlite.SqliteStore;
import dev.parley.lifecycle.spi.LifecycleLog;
import dev.parley.log.spi.RoomLog;
import dev.parley.log.spi.StoreGeneration;
import dev.parley.room.spi.AttributeReader;
import dev.parley.room.spi.PeopleReader;
import dev.parley.room.spi.RoomReader;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.time.InstantSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnNotWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;

/// All store ports on one SQLite file in `parley.data`.
@AutoConfiguration
@ConditionalOnProperty(name = "parley.store", havingValue = "sqlite", matchIfMissing = true)
class SqliteStoreAutoConfiguration {

    @Bean
    SqliteStore sqliteStore(
            @Value("${parley.data:./data}") Path data,
            @Value("${parley.accept-moved-store:false}") boolean acceptMoved) {
        return SqliteStore.open(data, InstantSource.system(), acceptMoved);
    }

    @Bean
    RoomLog sqliteRoomLog(SqliteStore store) {
        return store.roomLog();
    }

    @Bean
    RoomReader sqliteRoomReader(SqliteStore store) {
        return store.roomReader();
    }

    @Bean
    PeopleReader sqlitePeopleReader(SqliteStore store) {
        return store.peopleReader();
    }

    @Bean
    AttributeReader sqliteAttributeReader(SqliteStore store) {
        return store.attributeReader();
    }

    @Bean
    LifecycleLog sqliteLifecycleLog(SqliteStore store) {
        return store.lifecycleLog();
    }

    @Bean
    StoreGeneration sqliteStoreGeneration(SqliteStore store) {
        return store.generation();
    }

    @Bean
    @ConditionalOnWebApplication
    ApiKeyStore sqliteApiKeyStore(SqliteStore store) {
        return store.apiKeys();
    }

    /// For a command: a server may work on the folder.
    @Bean
    @ConditionalOnNotWebApplication
    ApiKeyStore sqliteKeysBesideServer(@Value("${parley.data:./data}") Path data) {
        return new KeysBesideServer(data, InstantSource.system());
    }

    @Bean
    @ConditionalOnBean(MeterRegistry.class)
    PoolMeters sqlitePoolMeters(SqliteStore store, MeterRegistry registry) {
        return new PoolMeters(registry, store.pools());
    }
}
