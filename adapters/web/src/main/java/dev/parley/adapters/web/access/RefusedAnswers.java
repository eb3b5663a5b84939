package dev.parley.adapters.web.access;

import dev.parley.adapters.web.http.Call;
import dev.parley.adapters.web.http.ProblemReplies;
import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.ProblemCode;
import dev.parley.adapters.web.stream.TicketRefusals;
import java.util.List;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.server.ServerAuthenticationEntryPoint;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/// Answers requests whose credentials are missing or not accepted: with a problem document, or on the stream where a
/// browser came with a ticket, since it reads nothing else.
final class RefusedAnswers implements ServerAuthenticationEntryPoint {

    private final ProblemReplies problems;
    private final TicketRefusals streams;

    RefusedAnswers(ProblemReplies problems, TicketRefusals streams) {
        this.problems = problems;
        this.streams = streams;
    }

    @Override
    public Mono<Void> commence(ServerWebExchange exchange, AuthenticationException refused) {
        Problem problem =
                refused instanceof RefusedCredentialsException known ? known.problem() : Call.unauthenticated();
        List<String> tickets = HiddenTickets.of(exchange.getRequest());
        return !tickets.isEmpty() && readsStream(exchange.getRequest(), problem)
                ? streams.reply(exchange, problem, tickets.getFirst()).send(exchange)
                : problems.reply(exchange, problem).send(exchange);
    }

    /// A page that may not read the answer is not told on it either.
    private static boolean readsStream(ServerHttpRequest request, Problem problem) {
        return request.getMethod().equals(HttpMethod.GET)
                && StreamTickets.isStream(request)
                && problem.code() != ProblemCode.ORIGIN_NOT_ALLOWED;
    }
}
