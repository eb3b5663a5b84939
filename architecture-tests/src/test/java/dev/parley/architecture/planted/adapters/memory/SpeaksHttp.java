package dev.parley.architecture.planted.adapters.memory;

import io.netty.channel.Channel;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.Authentication;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

public class SpeaksHttp {

    Channel netty;
    Mono<String> reactor;
    Authentication security;

    HttpStatus http() {
        return HttpStatus.OK;
    }

    void web(ServerWebExchange exchange) {
        exchange.getRequest();
    }
}
