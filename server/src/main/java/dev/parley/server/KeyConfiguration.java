package dev.parley.server;

import dev.parley.access.spi.SigningKeyStore;
import dev.parley.server.configuration.DataFolder;
import dev.parley.server.configuration.Settings;
import java.security.SecureRandom;
import java.util.random.RandomGenerator;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.ConfigurableEnvironment;

/// What the server and its commands share: settings, chance, and the keys that sign tokens.
@Configuration(proxyBeanMethods = false)
public class KeyConfiguration {

    @Bean
    Settings settings(ConfigurableEnvironment environment) {
        return Settings.of(environment);
    }

    @Bean
    RandomGenerator random() {
        return new SecureRandom();
    }

    /// PostgreSQL keeps the keys itself, for all nodes.
    @Bean
    @ConditionalOnExpression("'${parley.store}' != 'postgres'")
    SigningKeyStore fileSigningKeyStore(Settings settings, RandomGenerator random) {
        return new FileSigningKeyStore(DataFolder.path(settings), random);
    }
}
