package dev.parley.adapters.web.stream;

import dev.parley.adapters.web.http.Outgoing;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/// A stream that goes straight to its connection. Done once the head is on its way: what was needed for the request
/// is not kept for the stream.
record DirectReply(DirectOutlet outlet) implements Outgoing {

    @Override
    public int status() {
        return 200;
    }

    @Override
    public Mono<Void> send(ServerWebExchange exchange) {
        ServerHttpResponse response = exchange.getResponse();
        StreamReply.head(response);
        return response.setComplete()
                .then(Mono.<Void>fromRunnable(outlet::sendHead))
                .doOnError(_ -> outlet.abort());
    }
}
