package dev.parley.adapters.web.access;

import dev.parley.access.spi.SigningKeyStore;
import dev.parley.adapters.web.http.ProblemReplies;
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

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "parley.auth", havingValue = "jwt", matchIfMissing = true)
    @EnableConfigurationProperties(JwtProperties.class)
    static class Jwt {

        @Bean
        TokenVerifier tokenVerifier(JwtProperties jwt) {
            if (jwt.secret() == null) {
                throw new IllegalArgumentException("parley.auth=jwt needs parley.auth.jwt.secret");
            }
            var claims = new TokenClaims(InstantSource.system(), jwt.userClaim(), jwt.issuer(), jwt.audience());
            return new TokenVerifier(TokenKeys.ofSecret(jwt.secret()), claims);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "parley.auth", havingValue = "dev")
    static class Dev {

        private static final Logger log = LoggerFactory.getLogger(TokenConfiguration.class);

        @Bean
        TokenVerifier tokenVerifier(SigningKeyStore store) {
            log.warn("DEV MODE (parley.auth=dev): anybody on this machine may make a token for any user at"
                    + " POST /v1/dev/tokens. Only local requests are answered. Never run a public server like this.");
            return new TokenVerifier(
                    TokenKeys.of(store.keys()), new TokenClaims(InstantSource.system(), "sub", null, null));
        }

        @Bean
        LocalOnlyFilter localOnlyFilter(ProblemReplies problems) {
            return new LocalOnlyFilter(problems);
        }
    }
}
