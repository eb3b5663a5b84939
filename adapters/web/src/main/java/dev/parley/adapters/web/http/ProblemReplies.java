package dev.parley.adapters.web.http;

import dev.parley.adapters.web.json.ProblemJson;
import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.ProblemCode;
import dev.parley.adapters.web.problem.ProblemException;
import dev.parley.kernel.InvalidIdException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebExchange;

/// Answers with problem documents, whatever went wrong.
public final class ProblemReplies {

    /// After these the connection is not used again: what is left of the body would have to be read first.
    private static final Set<ProblemCode> CLOSING =
            Set.of(ProblemCode.PAYLOAD_TOO_LARGE, ProblemCode.REQUEST_TIMEOUT, ProblemCode.BAD_REQUEST);

    private static final Logger log = LoggerFactory.getLogger(ProblemReplies.class);

    private final PublicUrl publicUrl;
    private final ProblemLog told;

    public ProblemReplies(PublicUrl publicUrl, ProblemLog told) {
        this.publicUrl = publicUrl;
        this.told = told;
    }

    public Reply reply(ServerWebExchange exchange, Problem problem) {
        told.told(exchange, problem);
        byte[] body = ProblemJson.of(problem, publicUrl.of(exchange.getRequest()), Trace.id(exchange));
        return new Reply(problem.code().status(), ProblemJson.MEDIA_TYPE, body, headers(problem));
    }

    public String baseUrl(ServerWebExchange exchange) {
        return publicUrl.of(exchange.getRequest());
    }

    private static Map<String, String> headers(Problem problem) {
        var headers = new HashMap<>(problem.headers());
        if (problem.retryAfter() != null) {
            headers.put("Retry-After", Long.toString(Problem.seconds(problem.retryAfter())));
        }
        if (CLOSING.contains(problem.code())) {
            headers.put("Connection", "close");
        }
        return headers;
    }

    /// What was thrown on the way; a fault is logged with the request's trace id.
    public Reply reply(ServerWebExchange exchange, Throwable thrown) {
        return reply(exchange, problem(exchange, thrown));
    }

    private static Problem problem(ServerWebExchange exchange, Throwable thrown) {
        return switch (thrown) {
            case ProblemException expected -> expected.problem();
            case InvalidIdException invalid -> Problem.of(ProblemCode.INVALID_ID, String.valueOf(invalid.getMessage()));
            case ResponseStatusException status when status.getStatusCode().is4xxClientError() -> ofStatus(status);
            default -> {
                Trace.log(exchange, () -> log.error("A request failed", thrown));
                yield Problem.of(ProblemCode.INTERNAL);
            }
        };
    }

    private static Problem ofStatus(ResponseStatusException thrown) {
        for (ProblemCode code : ProblemCode.values()) {
            if (code.status() == thrown.getStatusCode().value()) {
                return Problem.of(code);
            }
        }
        return Problem.of(ProblemCode.BAD_REQUEST);
    }
}
