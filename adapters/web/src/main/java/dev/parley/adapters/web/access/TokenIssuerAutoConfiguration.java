package dev.parley.adapters.web.access;

import dev.parley.access.spi.SigningKeyStore;
import dev.parley.access.spi.SigningKeyStore.SigningKey;
import dev.parley.access.spi.TokenIssuer;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Objects;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Makes the tokens that [TokenConfiguration] accepts; for commands too, which have no web server. Where
/// tokens are signed by somebody else there is none.
@AutoConfiguration
public class TokenIssuerAutoConfiguration {

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "parley.auth", havingValue = "jwt", matchIfMissing = true)
    @ConditionalOnProperty(name = "parley.auth.jwt.secret")
    @EnableConfigurationProperties(JwtProperties.class)
    static class Jwt {

        /// The key id says nothing to a server with one secret.
        @Bean
        TokenIssuer tokenIssuer(JwtProperties jwt) {
            byte[] secret = Objects.requireNonNull(jwt.secret(), "parley.auth.jwt.secret")
                    .getBytes(StandardCharsets.UTF_8);
            var form = new JwtTokenIssuer.Form(jwt.userClaim(), jwt.issuer(), jwt.audience());
            return new JwtTokenIssuer(new SigningKey("secret", secret), form, InstantSource.system());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "parley.auth", havingValue = "dev")
    static class Dev {

        @Bean
        TokenIssuer tokenIssuer(SigningKeyStore store) {
            return new JwtTokenIssuer(store.keys().getFirst(), InstantSource.system());
        }
    }
}
