package dev.parley.adapters.web.http;

import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.ProblemCode;
import org.jspecify.annotations.Nullable;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpRequest;

/// Whether a client takes JSON. A header that cannot be read takes everything.
final class Accept {

    private Accept() {}

    static void checkJson(ServerHttpRequest request) {
        if (!takesJson(request.getHeaders().getFirst("Accept"))) {
            throw Problem.of(ProblemCode.NOT_ACCEPTABLE).exception();
        }
    }

    private static boolean takesJson(@Nullable String accept) {
        if (accept == null || accept.isBlank() || accept.equals("*/*") || accept.equals("application/json")) {
            return true;
        }
        try {
            return MediaType.parseMediaTypes(accept).stream()
                    .anyMatch(type -> type.getQualityValue() > 0 && type.includes(MediaType.APPLICATION_JSON));
        } catch (InvalidMediaTypeException _) {
            return true;
        }
    }
}
