package dev.parley.adapters.web.access;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.PathContainer;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.server.resource.authentication.BearerTokenAuthenticationToken;
import org.springframework.security.web.server.authentication.ServerAuthenticationConverter;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;
import reactor.core.publisher.Mono;

/// Takes the token out of a request: out of the Authorization header and nothing else. A token in an address ends up in
/// logs and histories, so a request with one is refused, whatever else it carries. Open addresses do not look at
/// tokens,
/// not even at bad ones.
final class BearerTokens implements ServerAuthenticationConverter {

    private static final String SCHEME = "Bearer ";
    private static final PathPattern API = PathPatternParser.defaultInstance.parse("/v1/**");
    private static final PathPattern METRICS = PathPatternParser.defaultInstance.parse("/metrics");

    @Override
    public Mono<Authentication> convert(ServerWebExchange exchange) {
        PathContainer path = exchange.getRequest().getPath().pathWithinApplication();
        if (!API.matches(path) && !METRICS.matches(path)) {
            return Mono.empty();
        }
        try {
            String token = token(exchange.getRequest());
            return token == null ? Mono.empty() : Mono.just(new BearerTokenAuthenticationToken(token));
        } catch (InvalidTokenException e) {
            return Mono.error(e);
        }
    }

    private static @Nullable String token(ServerHttpRequest request) {
        if (request.getURI().getRawQuery() != null && inQuery(request)) {
            throw InvalidTokenException.because(
                    "token-in-url", "send the token in the Authorization header, never in a URL");
        }
        List<String> headers = request.getHeaders().getOrEmpty("Authorization");
        if (headers.size() > 1) {
            throw InvalidTokenException.because("format", "there is one Authorization header");
        }
        if (headers.isEmpty() || !headers.getFirst().regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return null;
        }
        String token = headers.getFirst().substring(SCHEME.length()).strip();
        if (token.isEmpty()) {
            throw InvalidTokenException.because("format", "the Authorization header holds no token");
        }
        return token;
    }

    private static boolean inQuery(ServerHttpRequest request) {
        return request.getQueryParams().containsKey("access_token")
                || request.getQueryParams().containsKey("token");
    }
}
