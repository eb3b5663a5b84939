package dev.parley.adapters.sql;

import dev.parley.access.spi.ApiKeyStore;
import dev.parley.access.spi.SigningKeyStore;
import dev.parley.adapters.sql.postgres.PostgresStore;
import dev.parley.cluster.spi.NodeDirectory;
import dev.parley.kernel.HealthReporter;
import dev.parley.lifecycle.spi.LifecycleLog;
import dev.parley.log.spi.RoomLog;
import dev.parley.log.spi.StoreGeneration;
import dev.parley.presence.spi.PresenceRegistry;
import dev.parley.room.spi.AttributeReader;
import dev.parley.room.spi.PeopleReader;
import dev.parley.room.spi.RoomReader;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/// All store ports, and the signing keys, in one PostgreSQL database.
@AutoConfiguration
@ConditionalOnProperty(name = "parley.store", havingValue = "postgres")
@EnableConfigurationProperties(PostgresProperties.class)
class PostgresStoreAutoConfiguration {

    @Bean
    PostgresStore postgresStore(
            PostgresProperties properties, @Value("${parley.accept-moved-store:false}") boolean acceptMoved) {
        return PostgresStore.open(properties.settings(), acceptMoved);
    }

    @Bean
    RoomLog postgresRoomLog(PostgresStore store) {
        return store.roomLog();
    }

    @Bean
    RoomReader postgresRoomReader(PostgresStore store) {
        return store.roomReader();
    }

    @Bean
    PeopleReader postgresPeopleReader(PostgresStore store) {
        return store.peopleReader();
    }

    @Bean
    AttributeReader postgresAttributeReader(PostgresStore store) {
        return store.attributeReader();
    }

    @Bean
    LifecycleLog postgresLifecycleLog(PostgresStore store) {
        return store.lifecycleLog();
    }

    @Bean
    StoreGeneration postgresStoreGeneration(PostgresStore store) {
        return store.generation();
    }

    /// Throws when the store must not be used any more: it may have been copied or moved away between its opening and
    /// the moment from which on a copy notices its server.
    @Bean(defaultCandidate = false)
    @Qualifier("postgresOpenedStore")
    Runnable postgresOpenedStore(PostgresStore store) {
        return store::requireOpen;
    }

    @Bean
    HealthReporter postgresHealth(PostgresStore store) {
        return store.health();
    }

    @Bean
    ApiKeyStore postgresApiKeyStore(PostgresStore store) {
        return store.apiKeys();
    }

    @Bean
    SigningKeyStore postgresSigningKeyStore(PostgresStore store) {
        return store.signingKeys();
    }

    @Bean
    NodeDirectory postgresNodeDirectory(PostgresStore store) {
        return store.nodes();
    }

    @Bean
    @ConditionalOnProperty(name = "parley.presence", havingValue = "sql")
    PresenceRegistry postgresPresenceRegistry(PostgresStore store) {
        return store.presence();
    }

    @Bean
    @ConditionalOnBean(MeterRegistry.class)
    PoolMeters postgresPoolMeters(PostgresStore store, MeterRegistry registry) {
        return new PoolMeters(registry, store.pools());
    }
}
