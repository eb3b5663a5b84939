package dev.parley.adapters.web.stream;

import dev.parley.adapters.web.http.Outgoing;
import dev.parley.adapters.web.sse.SseBlock;
import io.netty.handler.codec.http.HttpVersion;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/// An answer through WebFlux that is a stream, or its head alone.
///
/// @param body null = the head alone
record StreamReply(@Nullable Publisher<DataBuffer> body) implements Outgoing {

    /// Proxies neither keep, pack nor gather it, and nobody waits for another answer behind it.
    static final Map<String, String> HEADERS = Map.of(
            HttpHeaders.CACHE_CONTROL,
            "no-cache, no-transform",
            "X-Accel-Buffering",
            "no",
            HttpHeaders.CONNECTION,
            "close");

    @Override
    public int status() {
        return 200;
    }

    /// HTTP/1.0 knows no chunks, and proxies may speak it to their servers.
    private static boolean old(ServerWebExchange exchange) {
        HttpServerRequest request = ServerHttpRequestDecorator.getNativeRequest(exchange.getRequest());
        return request.version().equals(HttpVersion.HTTP_1_0);
    }

    static void head(ServerHttpResponse response) {
        response.setStatusCode(HttpStatus.OK);
        response.getHeaders().set(HttpHeaders.CONTENT_TYPE, SseBlock.MEDIA_TYPE);
        response.getHeaders().set("X-Content-Type-Options", "nosniff");
        HEADERS.forEach(response.getHeaders()::set);
    }

    @Override
    public Mono<Void> send(ServerWebExchange exchange) {
        ServerHttpResponse response = exchange.getResponse();
        head(response);
        if (old(exchange)) {
            HttpServerResponse bare = ServerHttpResponseDecorator.getNativeResponse(response);
            bare.chunkedTransfer(false);
        }
        return body == null ? response.setComplete() : response.writeWith(body);
    }
}
