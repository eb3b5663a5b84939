package dev.parley.adapters.web.http;

import org.springframework.boot.webflux.error.ErrorWebExceptionHandler;
import org.springframework.core.Ordered;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/// The last resort: what a filter throws becomes a problem document too.
public final class ProblemExceptionHandler implements ErrorWebExceptionHandler, Ordered {

    private final ProblemReplies problems;

    public ProblemExceptionHandler(ProblemReplies problems) {
        this.problems = problems;
    }

    /// Before the framework's own, whose answers have another form.
    @Override
    public int getOrder() {
        return -10;
    }

    @Override
    public Mono<Void> handle(ServerWebExchange exchange, Throwable thrown) {
        if (exchange.getResponse().isCommitted()) {
            return Mono.error(thrown);
        }
        return problems.reply(exchange, thrown).send(exchange);
    }
}
