package dev.parley.adapters.web.access;

import dev.parley.adapters.web.access.TokenKeys.Look;
import dev.parley.adapters.web.http.Call;
import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.ProblemCode;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.security.core.Authentication;
import reactor.core.publisher.Mono;

/// Checks the token of a request: of the Authorization header and nothing else. A token in an address ends up in logs
/// and histories, so a request with one is refused, whatever else it carries.
final class BearerTokens {

    private static final String SCHEME = "Bearer ";

    private final ValidTokens valid;
    private final TokenVerifier verifier;

    BearerTokens(ValidTokens valid, TokenVerifier verifier) {
        this.valid = valid;
        this.verifier = verifier;
    }

    /// Empty when there is no token.
    Mono<Authentication> authenticate(ServerHttpRequest request) {
        String token = token(request);
        return token == null
                ? Mono.empty()
                : check(token, Call.connection(request)).map(found -> found);
    }

    /// @param connection where the answer comes
    Mono<PrincipalAuthentication> check(String token, Executor connection) {
        try {
            return Mono.just(valid.check(token, verifier));
        } catch (RefusedCredentialsException e) {
            return e.namesUnknownKey() ? lookAgain(connection, token, e) : Mono.error(e);
        }
    }

    /// The issuer may have begun to use a new key.
    private Mono<PrincipalAuthentication> lookAgain(
            Executor connection, String token, RefusedCredentialsException unknown) {
        return Call.<Look>await(connection, verifier.keys()::look).map(look -> switch (look) {
            case AGAIN -> valid.check(token, verifier);
            case NOTHING_NEW -> throw unknown;
            case NONE_YET ->
                throw new RefusedCredentialsException(Problem.of(ProblemCode.NOT_READY)
                        .because("token-keys-unavailable")
                        .retryAfter(RemoteKeys.FIRST_PAUSE));
        });
    }

    private static @Nullable String token(ServerHttpRequest request) {
        List<String> headers = request.getHeaders().getOrEmpty("Authorization");
        if (headers.size() > 1) {
            throw RefusedCredentialsException.because("format", "there is one Authorization header");
        }
        if (headers.isEmpty() || !headers.getFirst().regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return null;
        }
        String token = headers.getFirst().substring(SCHEME.length()).strip();
        if (token.isEmpty()) {
            throw RefusedCredentialsException.because("format", "the Authorization header holds no token");
        }
        return token;
    }

    /// @throws RefusedCredentialsException when a token stands in the address
    static void checkAddress(ServerHttpRequest request) {
        if (request.getURI().getRawQuery() != null && inQuery(request)) {
            throw RefusedCredentialsException.because(
                    "token-in-url", "send the token in the Authorization header, never in a URL");
        }
    }

    private static boolean inQuery(ServerHttpRequest request) {
        return request.getQueryParams().containsKey("access_token")
                || request.getQueryParams().containsKey("token");
    }
}
