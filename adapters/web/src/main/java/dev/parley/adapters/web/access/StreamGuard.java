package dev.parley.adapters.web.access;

import dev.parley.adapters.web.http.Credentials;
import dev.parley.adapters.web.http.Routes;
import java.util.Optional;
import org.springframework.security.authentication.AuthenticationCredentialsNotFoundException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.server.ServerAuthenticationEntryPoint;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebHandler;
import reactor.core.publisher.Mono;

/// Lets requests for streams in and passes them to their routes. It takes the same credentials and answers with the
/// same refusals as the filters of [SecurityConfiguration], by the two of its rules that are about streams: anybody may
/// open a socket, which asks for a token itself, and everything else needs credentials. What it leaves out, the walk
/// through filters and mappings that have nothing to decide here, was a third of what opening a stream cost.
final class StreamGuard implements WebHandler {

    private final RequestCredentials credentials;
    private final ServerAuthenticationEntryPoint refusal;
    private final Routes routes;

    StreamGuard(RequestCredentials credentials, ServerAuthenticationEntryPoint refusal, Routes routes) {
        this.credentials = credentials;
        this.refusal = refusal;
        this.routes = routes;
    }

    @Override
    public Mono<Void> handle(ServerWebExchange exchange) {
        return credentials
                .check(exchange.getRequest())
                .map(Optional::of)
                .defaultIfEmpty(Optional.empty())
                .flatMap(known -> enter(exchange, known))
                .onErrorResume(AuthenticationException.class, refused -> refusal.commence(exchange, refused));
    }

    private Mono<Void> enter(ServerWebExchange exchange, Optional<Credentials> known) {
        return known.isPresent() || StreamTickets.isSocket(exchange.getRequest())
                ? routes.answer(exchange, known)
                : refusal.commence(exchange, new AuthenticationCredentialsNotFoundException("no credentials"));
    }
}
