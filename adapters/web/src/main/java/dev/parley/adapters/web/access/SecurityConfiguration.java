package dev.parley.adapters.web.access;

import dev.parley.adapters.web.http.Call;
import dev.parley.adapters.web.http.Credentials;
import dev.parley.adapters.web.http.ProblemReplies;
import dev.parley.adapters.web.http.Routes;
import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.ProblemCode;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.security.authentication.ReactiveAuthenticationManager;
import org.springframework.security.config.annotation.web.reactive.EnableWebFluxSecurity;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.config.web.server.ServerHttpSecurity.AuthorizeExchangeSpec;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.server.resource.authentication.BearerTokenAuthenticationToken;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.ServerAuthenticationEntryPoint;
import org.springframework.security.web.server.context.NoOpServerSecurityContextRepository;
import org.springframework.security.web.server.firewall.ServerWebExchangeFirewall;
import reactor.core.publisher.Mono;

/// Everything under /v1 needs a token, except making one in dev mode. No sessions, no forms, no cookies.
@Configuration(proxyBeanMethods = false)
@EnableWebFluxSecurity
public class SecurityConfiguration {

    @Bean
    SecurityWebFilterChain parleySecurity(ServerHttpSecurity http, TokenVerifier verifier, ProblemReplies problems) {
        ReactiveAuthenticationManager manager = manager(verifier);
        ServerAuthenticationEntryPoint refusal = (exchange, refused) ->
                problems.reply(exchange, problem(refused)).send(exchange);
        return http.csrf(ServerHttpSecurity.CsrfSpec::disable)
                .formLogin(ServerHttpSecurity.FormLoginSpec::disable)
                .httpBasic(ServerHttpSecurity.HttpBasicSpec::disable)
                .logout(ServerHttpSecurity.LogoutSpec::disable)
                .headers(ServerHttpSecurity.HeaderSpec::disable)
                .requestCache(ServerHttpSecurity.RequestCacheSpec::disable)
                .securityContextRepository(NoOpServerSecurityContextRepository.getInstance())
                .authorizeExchange(SecurityConfiguration::rules)
                .oauth2ResourceServer(server -> server.authenticationManagerResolver(_ -> Mono.just(manager))
                        .bearerTokenConverter(new BearerTokens())
                        .authenticationEntryPoint(refusal))
                .exceptionHandling(handling -> handling.authenticationEntryPoint(refusal)
                        .accessDeniedHandler(
                                (exchange, _) -> problems.reply(exchange, Problem.of(ProblemCode.FORBIDDEN))
                                        .send(exchange)))
                .build();
    }

    private static void rules(AuthorizeExchangeSpec paths) {
        paths.pathMatchers(HttpMethod.OPTIONS)
                .permitAll()
                .pathMatchers(HttpMethod.POST, "/v1/dev/tokens")
                .permitAll()
                .pathMatchers("/v1/**")
                .authenticated()
                .anyExchange()
                .permitAll();
    }

    private static ReactiveAuthenticationManager manager(TokenVerifier verifier) {
        var valid = new ValidTokens(InstantSource.system());
        return authentication -> {
            try {
                String token = ((BearerTokenAuthenticationToken) authentication).getToken();
                return Mono.just(valid.check(token, verifier));
            } catch (InvalidTokenException e) {
                return Mono.error(e);
            }
        };
    }

    private static Problem problem(AuthenticationException refused) {
        return refused instanceof InvalidTokenException invalid ? invalid.problem() : Call.unauthenticated();
    }

    @Bean
    Routes.Callers parleyCallers() {
        return authentication -> authentication instanceof PrincipalAuthentication known
                ? Optional.of(new Credentials(known.getPrincipal(), Instant.ofEpochSecond(known.expiresAt()), false))
                : Optional.empty();
    }

    /// Ids in addresses are judged by their own syntax, with an answer that names it; Spring's rules about addresses
    /// would answer first, with nothing. Security and routing match addresses with the same kind of pattern.
    @Bean
    ServerWebExchangeFirewall parleyFirewall() {
        return ServerWebExchangeFirewall.INSECURE_NOOP;
    }
}
