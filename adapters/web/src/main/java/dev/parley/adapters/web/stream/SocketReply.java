package dev.parley.adapters.web.stream;

import dev.parley.adapters.web.door.DoorExchange;
import dev.parley.adapters.web.http.Outgoing;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/// The switch to WebSocket. Done once the head is on its way.
record SocketReply(SocketHandshake handshake, DoorExchange door, SocketConnection connection, SocketSession session)
        implements Outgoing {

    @Override
    public int status() {
        return HttpStatus.SWITCHING_PROTOCOLS.value();
    }

    private void sendHead() {
        door.handOver(this::begin, connection.outlet(), connection.handlers());
    }

    private void begin() {
        connection.outlet().headSent();
        session.begin(connection);
    }

    @Override
    public Mono<Void> send(ServerWebExchange exchange) {
        ServerHttpResponse response = exchange.getResponse();
        response.setStatusCode(HttpStatus.SWITCHING_PROTOCOLS);
        handshake.headers().forEach(response.getHeaders()::set);
        return response.setComplete()
                .then(Mono.<Void>fromRunnable(this::sendHead))
                .doOnError(_ -> connection.abort());
    }
}
