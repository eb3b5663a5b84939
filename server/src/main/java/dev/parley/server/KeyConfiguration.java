package dev.parley.server;

import dev.parley.access.spi.SigningKeyStore;
import dev.parley.access.spi.SigningKeys;
import dev.parley.server.configuration.ConfigurationKey;
import dev.parley.server.configuration.DataFolder;
import dev.parley.server.configuration.Settings;
import java.security.SecureRandom;
import java.util.random.RandomGenerator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/// What the server and its commands share: settings, chance, and the keys that sign tokens.
@Configuration(proxyBeanMethods = false)
public class KeyConfiguration {

    /// Whether the store is this server's alone.
    static final class OnThisMachine implements Condition {

        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            return !"postgres".equals(context.getEnvironment().getProperty(ConfigurationKey.STORE.key()));
        }
    }

    @Bean
    Settings settings(ConfigurableEnvironment environment) {
        return Settings.of(environment);
    }

    @Bean
    RandomGenerator random() {
        return new SecureRandom();
    }

    /// Of stores that are moved.
    @Bean
    SigningKeys.Folders signingKeyFolders(RandomGenerator random) {
        return folder -> new FileSigningKeyStore(folder, random);
    }

    /// PostgreSQL keeps the keys itself, for all nodes.
    @Bean
    @Conditional(OnThisMachine.class)
    SigningKeyStore fileSigningKeyStore(Settings settings, RandomGenerator random) {
        return new FileSigningKeyStore(DataFolder.path(settings), random);
    }
}
