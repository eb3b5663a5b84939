package dev.parley.adapters.web.access;

import dev.parley.adapters.web.http.Credentials;
import java.util.List;
import org.springframework.http.server.PathContainer;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.server.authentication.ServerAuthenticationConverter;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;
import reactor.core.publisher.Mono;

/// Takes the credentials out of a request and checks them: one token, key or ticket, and nothing beside it. Open
/// addresses do not look at credentials, not even at bad ones.
final class RequestCredentials implements ServerAuthenticationConverter {

    private static final PathPattern API = PathPatternParser.defaultInstance.parse("/v1/**");
    private static final PathPattern METRICS = PathPatternParser.defaultInstance.parse("/metrics");

    private final BearerTokens tokens;
    private final ApiKeyCredentials keys;
    private final StreamTickets tickets;

    RequestCredentials(BearerTokens tokens, ApiKeyCredentials keys, StreamTickets tickets) {
        this.tokens = tokens;
        this.keys = keys;
        this.tickets = tickets;
    }

    @Override
    public Mono<Authentication> convert(ServerWebExchange exchange) {
        ServerHttpRequest request = exchange.getRequest();
        PathContainer path = request.getPath().pathWithinApplication();
        if (!API.matches(path) && !METRICS.matches(path)) {
            return Mono.empty();
        }
        return Mono.defer(() -> authenticate(request));
    }

    /// Of a request whose address is not open; empty when it has none.
    Mono<Credentials> check(ServerHttpRequest request) {
        try {
            return authenticate(request).map(checked -> ((PrincipalAuthentication) checked).credentials());
        } catch (RefusedCredentialsException e) {
            return Mono.error(e);
        }
    }

    private Mono<Authentication> authenticate(ServerHttpRequest request) {
        List<String> sent = HiddenTickets.of(request);
        boolean authorization = request.getHeaders().containsHeader("Authorization");
        boolean key = ApiKeyCredentials.in(request);
        tickets.checkOrigin(request);
        BearerTokens.checkAddress(request);
        if (sent.size() > 1 || (!sent.isEmpty() && (authorization || key))) {
            throw RefusedCredentialsException.ofTicket("format");
        }
        if (key && authorization) {
            throw RefusedCredentialsException.ofKey("format");
        }
        if (!sent.isEmpty()) {
            return Mono.just(tickets.authenticate(request, sent.getFirst()));
        }
        return key ? keys.authenticate(request) : tokens.authenticate(request);
    }
}
