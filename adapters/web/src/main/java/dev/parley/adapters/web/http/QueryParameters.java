package dev.parley.adapters.web.http;

import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.ProblemCode;
import dev.parley.adapters.web.problem.ProblemException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.util.MultiValueMap;

/// A request's query. Nothing is ignored: what an endpoint does not know is refused, and so is what stands there twice.
/// A blank value is as good as none.
public final class QueryParameters {

    /// Documented, but not built yet.
    private static final Set<String> LATER =
            Set.of("waitMs", "ref", "session", "min", "mode", "notify", "rewind", "role", "echo", "heartbeat", "rooms");

    private static final int LONGEST = 8 << 10;

    private final Map<String, String> values;

    private QueryParameters(Map<String, String> values) {
        this.values = values;
    }

    static QueryParameters of(ServerHttpRequest request, List<String> known) {
        if (request.getURI().getRawQuery() == null) {
            return new QueryParameters(Map.of());
        }
        MultiValueMap<String, String> sent = request.getQueryParams();
        sent.forEach((name, values) -> check(name, values, known));
        return new QueryParameters(sent.toSingleValueMap());
    }

    private static void check(String name, List<String> values, List<String> known) {
        if (LATER.contains(name) && !known.contains(name)) {
            throw Problem.of(
                            ProblemCode.NOT_SUPPORTED, "the parameter " + name + " is not supported here; leave it out")
                    .exception();
        }
        if (!known.contains(name)) {
            throw invalid(
                    known.isEmpty()
                            ? "this address takes no query parameters"
                            : "this address takes the query parameters " + String.join(", ", known)
                                    + ", and no others");
        }
        if (values.size() > 1) {
            throw invalid("the parameter " + name + " stands there once");
        }
    }

    /// Without a limit but the request line's.
    public @Nullable String textOfAnyLength(String name) {
        String value = values.get(name);
        return value == null || value.isBlank() ? null : value;
    }

    public @Nullable String text(String name) {
        String value = textOfAnyLength(name);
        if (value == null) {
            return null;
        }
        if (value.length() > LONGEST) {
            throw invalid("the parameter " + name + " is too long");
        }
        return value;
    }

    public int whole(String name, int otherwise, int min, int max) {
        String text = text(name);
        if (text == null) {
            return otherwise;
        }
        if (text.length() <= 9 && text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            int value = Integer.parseInt(text);
            if (value >= min && value <= max) {
                return value;
            }
        }
        throw invalid("the parameter " + name + " is a whole number from " + min + " to " + max);
    }

    public static ProblemException invalid(String detail) {
        return Problem.of(ProblemCode.INVALID_PARAMETER, detail).exception();
    }
}
