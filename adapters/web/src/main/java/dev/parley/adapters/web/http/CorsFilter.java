package dev.parley.adapters.web.http;

import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/// Lets listed pages of other origins read answers. Others get the same answers without the headers that would let
/// their
/// browser hand them over: credentials are never ambient here, so an answer nobody reads harms nobody.
public final class CorsFilter implements WebFilter, Ordered {

    private static final String ALLOWED_HEADERS =
            "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match,"
                    + " Last-Event-ID, Parley-Session, X-API-Key";
    private static final String EXPOSED_HEADERS = "ETag, Location, Retry-After, RateLimit, RateLimit-Policy";
    private static final String METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE";

    /// Two hours, the longest that browsers keep it.
    private static final String PREFLIGHT_SECONDS = "7200";

    private final Origins origins;

    public CorsFilter(Origins origins) {
        this.origins = origins;
    }

    /// Between the guard of dev mode and Spring Security: a preflight carries no credentials.
    @Override
    public int getOrder() {
        return -200;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        if (origins.none()) {
            return chain.filter(exchange);
        }
        HttpHeaders answer = exchange.getResponse().getHeaders();
        answer.add(HttpHeaders.VARY, "Origin");
        String origin = exchange.getRequest().getHeaders().getFirst("Origin");
        if (origin == null || !origins.lists(origin)) {
            return chain.filter(exchange);
        }
        answer.set(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        answer.set(HttpHeaders.ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED_HEADERS);
        return preflight(exchange.getRequest()) ? allow(exchange, answer) : chain.filter(exchange);
    }

    private static boolean preflight(ServerHttpRequest request) {
        @Nullable String wanted = request.getHeaders().getFirst("Access-Control-Request-Method");
        return request.getMethod().equals(HttpMethod.OPTIONS) && wanted != null;
    }

    private static Mono<Void> allow(ServerWebExchange exchange, HttpHeaders answer) {
        answer.set(HttpHeaders.ACCESS_CONTROL_ALLOW_METHODS, METHODS);
        answer.set(HttpHeaders.ACCESS_CONTROL_ALLOW_HEADERS, ALLOWED_HEADERS);
        answer.set(HttpHeaders.ACCESS_CONTROL_MAX_AGE, PREFLIGHT_SECONDS);
        exchange.getResponse().setStatusCode(HttpStatus.NO_CONTENT);
        return exchange.getResponse().setComplete();
    }
}
