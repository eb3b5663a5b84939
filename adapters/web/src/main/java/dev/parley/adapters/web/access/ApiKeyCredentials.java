package dev.parley.adapters.web.access;

import dev.parley.access.ApiKeys;
import dev.parley.access.ApiKeys.Found;
import dev.parley.access.KeyHash;
import dev.parley.adapters.web.http.Call;
import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.ProblemCode;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.security.core.Authentication;
import reactor.core.publisher.Mono;

/// Checks the API key of a request: of the header X-API-Key and nothing else.
final class ApiKeyCredentials {

    static final String HEADER = "X-API-Key";

    /// What begins like this and ends up where it should not is found by those who look for secrets.
    private static final Pattern KEY = Pattern.compile("parley_[A-Za-z0-9_-]{43}");

    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final ApiKeys keys;

    ApiKeyCredentials(ApiKeys keys) {
        this.keys = keys;
    }

    static boolean in(ServerHttpRequest request) {
        return request.getHeaders().containsHeader(HEADER);
    }

    Mono<Authentication> authenticate(ServerHttpRequest request) {
        List<String> sent = request.getHeaders().getOrEmpty(HEADER);
        if (sent.size() != 1 || !KEY.matcher(sent.getFirst()).matches()) {
            throw RefusedCredentialsException.ofKey("format");
        }
        KeyHash hash = KeyHash.of(sent.getFirst());
        Found known = keys.known(hash);
        return known == null
                ? Call.<Found>await(request, answer -> keys.find(hash, answer)).map(ApiKeyCredentials::judge)
                : Mono.just(judge(known));
    }

    private static Authentication judge(Found found) {
        return switch (found) {
            case ApiKeys.Known(var principal) -> PrincipalAuthentication.ofKey(principal);
            case ApiKeys.Unknown _ -> throw RefusedCredentialsException.ofKey("unknown");
            case ApiKeys.Unavailable _ ->
                throw new RefusedCredentialsException(
                        Problem.of(ProblemCode.STORE_UNAVAILABLE).retryAfter(RETRY_AFTER));
        };
    }
}
