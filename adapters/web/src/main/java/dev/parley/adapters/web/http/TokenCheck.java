package dev.parley.adapters.web.http;

import java.util.concurrent.Executor;
import reactor.core.publisher.Mono;

/// Checks a bearer token that did not come in a header.
@FunctionalInterface
public interface TokenCheck {

    /// Fails with a [dev.parley.adapters.web.problem.ProblemException] when it is not accepted.
    ///
    /// @param connection where the answer comes
    Mono<Credentials> check(String token, Executor connection);
}
