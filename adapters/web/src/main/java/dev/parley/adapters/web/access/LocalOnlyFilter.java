package dev.parley.adapters.web.access;

import dev.parley.adapters.web.http.LocalCaller;
import dev.parley.adapters.web.http.ProblemReplies;
import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.ProblemCode;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/// Keeps dev mode, where everybody may make tokens, to the local machine. The peer must be local, and so must the name
/// it was reached under: a page of another site can have its own name point here.
public final class LocalOnlyFilter implements WebFilter, Ordered {

    /// Before Spring Security, which is at -100.
    static final int ORDER = -300;

    private final ProblemReplies problems;

    public LocalOnlyFilter(ProblemReplies problems) {
        this.problems = problems;
    }

    @Override
    public int getOrder() {
        return ORDER;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        ProblemCode refused = refused(exchange.getRequest());
        return refused == null
                ? chain.filter(exchange)
                : problems.reply(exchange, Problem.of(refused)).send(exchange);
    }

    private static @Nullable ProblemCode refused(ServerHttpRequest request) {
        if (!LocalCaller.connected(request)) {
            return ProblemCode.DEV_MODE_PEER;
        }
        return LocalCaller.reachedByLocalName(request) ? null : ProblemCode.DEV_MODE_HOST;
    }
}
