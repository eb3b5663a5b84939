package dev.parley.adapters.web.http;

import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.ProblemCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.http.server.PathContainer;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebHandler;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;
import reactor.core.publisher.Mono;

/// Finds the endpoint for a request. It answers for every address: unknown ones and wrong methods get their problem
/// here,
/// HEAD is GET without the body, OPTIONS tells the methods.
public final class Routes implements HandlerMapping, Ordered {

    /// Tells who asks from what security has left behind.
    @FunctionalInterface
    public interface Callers extends Function<java.security.Principal, Optional<Credentials>> {}

    private record Compiled(PathPattern pattern, Route route) {}

    private final List<Compiled> compiled = new ArrayList<>();
    private final Callers callers;
    private final ProblemReplies problems;
    private final RequestMetrics metrics;

    public Routes(Iterable<Route.Group> groups, Callers callers, ProblemReplies problems, RequestMetrics metrics) {
        var parser = new PathPatternParser();
        groups.forEach(group ->
                group.routes().forEach(route -> compiled.add(new Compiled(parser.parse(route.path()), route))));
        this.callers = callers;
        this.problems = problems;
        this.metrics = metrics;
    }

    public List<Route> all() {
        return compiled.stream().map(Compiled::route).toList();
    }

    /// Before the mappings that come with the framework; none of them is ever asked.
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @Override
    public Mono<Object> getHandler(ServerWebExchange exchange) {
        return Mono.just((WebHandler) this::handle);
    }

    private Mono<Void> handle(ServerWebExchange exchange) {
        return exchange.getPrincipal()
                .map(callers)
                .defaultIfEmpty(Optional.empty())
                .flatMap(who -> answer(exchange, who));
    }

    /// Answers a request by its endpoint, or says what is wrong with it.
    ///
    /// @param who asks; empty = nobody has shown credentials
    public Mono<Void> answer(ServerWebExchange exchange, Optional<Credentials> who) {
        long began = System.nanoTime();
        Compiled found = find(exchange.getRequest().getPath().pathWithinApplication());
        return answer(exchange, found, who)
                .onErrorResume(thrown -> Mono.just(problems.reply(exchange, thrown)))
                .flatMap(reply -> {
                    String path = found == null ? "unknown" : found.route().path();
                    metrics.answered(exchange.getRequest().getMethod(), path, reply.status(), began);
                    return reply.send(exchange);
                });
    }

    private @Nullable Compiled find(PathContainer path) {
        for (Compiled candidate : compiled) {
            if (candidate.pattern().matches(path)) {
                return candidate;
            }
        }
        return null;
    }

    private Mono<Outgoing> answer(ServerWebExchange exchange, @Nullable Compiled found, Optional<Credentials> who) {
        if (found == null || exchange.getRequest().getPath().value().indexOf(';') >= 0) {
            return Mono.error(Problem.of(ProblemCode.NOT_FOUND).exception());
        }
        Route route = found.route();
        String method = exchange.getRequest().getMethod().name();
        Route.Endpoint endpoint = route.methods().get(method.equals("HEAD") ? "GET" : method);
        if (endpoint != null) {
            return call(exchange, found, endpoint, who);
        }
        return method.equals("OPTIONS")
                ? Mono.just(Reply.empty(204).with("Allow", route.allow()))
                : Mono.error(Problem.of(ProblemCode.METHOD_NOT_ALLOWED)
                        .header("Allow", route.allow())
                        .exception());
    }

    private Mono<Outgoing> call(
            ServerWebExchange exchange, Compiled found, Route.Endpoint endpoint, Optional<Credentials> who) {
        PathContainer path = exchange.getRequest().getPath().pathWithinApplication();
        PathPattern.PathMatchInfo match = found.pattern().matchAndExtract(path);
        Map<String, String> variables = match == null ? Map.of() : match.getUriVariables();
        return Mono.defer(() -> answer(new Call(exchange, variables, who.orElse(null)), found.route(), endpoint));
    }

    private static Mono<Outgoing> answer(Call call, Route route, Route.Endpoint endpoint) {
        if (route.kind() != Route.Kind.OPEN) {
            call.who();
        }
        if (route.kind() == Route.Kind.API) {
            Accept.checkJson(call.request());
        }
        return Mono.from(endpoint.answer(call));
    }
}
