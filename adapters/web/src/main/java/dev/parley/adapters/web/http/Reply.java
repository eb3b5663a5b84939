package dev.parley.adapters.web.http;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/// A whole answer: status, headers, bytes.
///
/// @param contentType null = no body
public record Reply(int status, @Nullable String contentType, byte[] body, Map<String, String> headers)
        implements Outgoing {

    private static final byte[] NOTHING = {};

    public static Reply json(int status, byte[] body) {
        return new Reply(status, "application/json", body, Map.of());
    }

    public static Reply empty(int status) {
        return new Reply(status, null, NOTHING, Map.of());
    }

    public Reply with(Map<String, String> more) {
        var all = new java.util.HashMap<>(headers);
        all.putAll(more);
        return new Reply(status, contentType, body, all);
    }

    public Reply with(String name, String value) {
        return headers.isEmpty()
                ? new Reply(status, contentType, body, Map.of(name, value))
                : with(Map.of(name, value));
    }

    /// Sends it. JSON is never cached: what one user may see is not for another.
    @Override
    public Mono<Void> send(ServerWebExchange exchange) {
        ServerHttpResponse response = exchange.getResponse();
        response.setStatusCode(HttpStatusCode.valueOf(status));
        HttpHeaders to = response.getHeaders();
        to.set("X-Content-Type-Options", "nosniff");
        if (contentType != null) {
            to.set(HttpHeaders.CONTENT_TYPE, contentType);
        }
        if (!headers.containsKey(HttpHeaders.CACHE_CONTROL)) {
            to.set(HttpHeaders.CACHE_CONTROL, "no-store");
        }
        headers.forEach(to::set);
        if (contentType == null) {
            return response.setComplete();
        }
        to.setContentLength(body.length);
        return response.writeWith(Mono.just(response.bufferFactory().wrap(body)));
    }
}
