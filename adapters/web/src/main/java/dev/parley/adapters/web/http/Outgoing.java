package dev.parley.adapters.web.http;

import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/// What an endpoint answers with.
public interface Outgoing {

    int status();

    /// Sends it; completes with the last byte.
    Mono<Void> send(ServerWebExchange exchange);
}
