package dev.parley.adapters.sql;

import dev.parley.access.spi.SigningKeys;
import dev.parley.log.spi.StoreMover;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/// Moving a store, whichever one this server uses. Opens nothing before it is asked to.
@AutoConfiguration
class StoreMoverAutoConfiguration {

    @Bean
    @ConditionalOnBean(SigningKeys.Folders.class)
    StoreMover sqlStoreMover(Environment environment, SigningKeys.Folders keys) {
        return new SqlStoreMover(new CopyEnds(
                environment.getProperty("parley.postgres.user"),
                environment.getProperty("parley.postgres.password"),
                keys));
    }
}
