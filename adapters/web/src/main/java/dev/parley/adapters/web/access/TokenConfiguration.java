package dev.parley.adapters.web.access;

import dev.parley.access.spi.SigningKeyStore;
import dev.parley.adapters.web.http.ProblemReplies;
import dev.parley.kernel.Clock;
import java.net.URI;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Whose tokens are accepted: the issuer's that was configured, or in dev mode this server's own.
@Configuration(proxyBeanMethods = false)
public class TokenConfiguration {

    private static final Logger log = LoggerFactory.getLogger(TokenConfiguration.class);

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "parley.auth", havingValue = "jwt", matchIfMissing = true)
    @EnableConfigurationProperties(JwtProperties.class)
    static class Jwt {

        @Bean
        TokenVerifier tokenVerifier(JwtProperties jwt, Clock clock) {
            var claims = new TokenClaims(InstantSource.system(), jwt.userClaim(), jwt.issuer(), jwt.audience());
            return new TokenVerifier(keys(jwt, clock), claims);
        }

        /// Which of the two is configured pins the algorithm.
        private static TokenKeys keys(JwtProperties jwt, Clock clock) {
            if ((jwt.secret() == null) == (jwt.jwksUrl() == null)) {
                throw new IllegalArgumentException(
                        "parley.auth=jwt needs one of parley.auth.jwt.secret and parley.auth.jwt.jwks-url");
            }
            return jwt.jwksUrl() == null ? SecretKeys.ofSecret(String.valueOf(jwt.secret())) : remote(jwt, clock);
        }

        private static TokenKeys remote(JwtProperties jwt, Clock clock) {
            if (jwt.audience() == null) {
                log.warn("Without parley.auth.jwt.audience, tokens are accepted that the issuer made for any of its"
                        + " other services");
            }
            var keys = new RemoteKeys(JwksAddress.of(URI.create(String.valueOf(jwt.jwksUrl()))), clock);
            keys.start();
            return keys;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "parley.auth", havingValue = "dev")
    static class Dev {

        @Bean
        TokenVerifier tokenVerifier(SigningKeyStore store) {
            log.warn("DEV MODE (parley.auth=dev): anybody on this machine may make a token for any user at"
                    + " POST /v1/dev/tokens. Only local requests are answered. Never run a public server like this.");
            return new TokenVerifier(
                    SecretKeys.of(store.keys()), new TokenClaims(InstantSource.system(), "sub", null, null));
        }

        @Bean
        LocalOnlyFilter localOnlyFilter(ProblemReplies problems) {
            return new LocalOnlyFilter(problems);
        }
    }
}
