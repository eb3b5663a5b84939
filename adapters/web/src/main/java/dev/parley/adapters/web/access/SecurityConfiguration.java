package dev.parley.adapters.web.access;

import dev.parley.access.ApiKeys;
import dev.parley.access.spi.SigningKeyStore;
import dev.parley.adapters.web.http.Origins;
import dev.parley.adapters.web.http.ProblemExceptionHandler;
import dev.parley.adapters.web.http.ProblemReplies;
import dev.parley.adapters.web.http.Routes;
import dev.parley.adapters.web.http.TokenCheck;
import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.ProblemCode;
import dev.parley.adapters.web.stream.TicketRefusals;
import java.time.InstantSource;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.HttpHandlerDecoratorFactory;
import org.springframework.security.authentication.ReactiveAuthenticationManager;
import org.springframework.security.config.annotation.web.reactive.EnableWebFluxSecurity;
import org.springframework.security.config.web.server.SecurityWebFiltersOrder;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.config.web.server.ServerHttpSecurity.AuthorizeExchangeSpec;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.ServerAuthenticationEntryPoint;
import org.springframework.security.web.server.authentication.AuthenticationWebFilter;
import org.springframework.security.web.server.authentication.ServerAuthenticationEntryPointFailureHandler;
import org.springframework.security.web.server.context.NoOpServerSecurityContextRepository;
import org.springframework.security.web.server.firewall.ServerWebExchangeFirewall;
import org.springframework.web.server.WebFilter;
import reactor.core.publisher.Mono;

/// Everything under /v1 needs credentials, except making one in dev mode. No sessions, no forms, no cookies.
@Configuration(proxyBeanMethods = false)
@EnableWebFluxSecurity
public class SecurityConfiguration {

    @Bean
    SecurityWebFilterChain parleySecurity(
            ServerHttpSecurity http, RequestCredentials credentials, ProblemReplies problems, TicketRefusals streams) {
        var refusal = new RefusedAnswers(problems, streams);
        return http.csrf(ServerHttpSecurity.CsrfSpec::disable)
                .formLogin(ServerHttpSecurity.FormLoginSpec::disable)
                .httpBasic(ServerHttpSecurity.HttpBasicSpec::disable)
                .logout(ServerHttpSecurity.LogoutSpec::disable)
                .headers(ServerHttpSecurity.HeaderSpec::disable)
                .requestCache(ServerHttpSecurity.RequestCacheSpec::disable)
                .securityContextRepository(NoOpServerSecurityContextRepository.getInstance())
                .authorizeExchange(SecurityConfiguration::rules)
                .addFilterAt(filter(credentials, refusal), SecurityWebFiltersOrder.AUTHENTICATION)
                .exceptionHandling(handling -> handling.authenticationEntryPoint(refusal)
                        .accessDeniedHandler(
                                (exchange, _) -> problems.reply(exchange, Problem.of(ProblemCode.FORBIDDEN))
                                        .send(exchange)))
                .build();
    }

    /// What the front door asks.
    @Bean
    @Lazy
    StreamApplication streamApplication(
            RequestCredentials credentials,
            ProblemReplies problems,
            TicketRefusals streams,
            Routes routes,
            ObjectProvider<WebFilter> filters,
            ProblemExceptionHandler faults,
            HttpHandlerDecoratorFactory hiddenTickets) {
        var guard = new StreamGuard(credentials, new RefusedAnswers(problems, streams), routes);
        return new StreamApplication(guard, filters.orderedStream().toList(), faults, hiddenTickets);
    }

    /// The converter has checked everything; there is nothing left for a manager.
    private static AuthenticationWebFilter filter(
            RequestCredentials credentials, ServerAuthenticationEntryPoint refusal) {
        ReactiveAuthenticationManager checked = Mono::just;
        var filter = new AuthenticationWebFilter(checked);
        filter.setServerAuthenticationConverter(credentials);
        filter.setAuthenticationFailureHandler(new ServerAuthenticationEntryPointFailureHandler(refusal));
        return filter;
    }

    @Bean
    BearerTokens bearerTokens(TokenVerifier verifier) {
        return new BearerTokens(new ValidTokens(InstantSource.system()), verifier);
    }

    @Bean
    TokenCheck tokenCheck(BearerTokens tokens) {
        return (token, connection) -> tokens.check(token, connection)
                .map(PrincipalAuthentication::credentials)
                .onErrorMap(
                        RefusedCredentialsException.class,
                        refused -> refused.problem().exception());
    }

    @Bean
    RequestCredentials requestCredentials(BearerTokens tokens, ApiKeys keys, Tickets tickets, Origins origins) {
        return new RequestCredentials(tokens, new ApiKeyCredentials(keys), new StreamTickets(tickets, origins));
    }

    private static void rules(AuthorizeExchangeSpec paths) {
        paths.pathMatchers(HttpMethod.OPTIONS)
                .permitAll()
                .pathMatchers(HttpMethod.POST, "/v1/dev/tokens")
                .permitAll()
                .pathMatchers(HttpMethod.GET, "/v1/socket")
                .permitAll()
                .pathMatchers("/v1/**")
                .authenticated()
                .anyExchange()
                .permitAll();
    }

    @Bean
    Routes.Callers parleyCallers() {
        return authentication -> authentication instanceof PrincipalAuthentication known
                ? Optional.of(known.credentials())
                : Optional.empty();
    }

    @Bean
    Tickets tickets(SigningKeyStore store) {
        return new Tickets(store.keys(), InstantSource.system());
    }

    @Bean
    HttpHandlerDecoratorFactory hiddenTickets() {
        return new HiddenTickets();
    }

    /// Ids in addresses are judged by their own syntax, with an answer that names it; Spring's rules about addresses
    /// would answer first, with nothing. Security and routing match addresses with the same kind of pattern.
    @Bean
    ServerWebExchangeFirewall parleyFirewall() {
        return ServerWebExchangeFirewall.INSECURE_NOOP;
    }
}
