package dev.parley.adapters.web.problem;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One error as it is told to a client. None of its texts contain anything a client sent.
///
/// @param detail what to do about it
/// @param reason the rule that decided, in kebab-case
/// @param retryAfter when trying again may help
/// @param members further members of the document: text or whole numbers
/// @param headers further headers of the answer
public record Problem(
        ProblemCode code,
        String detail,
        @Nullable String reason,
        @Nullable Duration retryAfter,
        Map<String, Object> members,
        Map<String, String> headers) {

    public static Problem of(ProblemCode code) {
        return of(code, code.advice());
    }

    public static Problem of(ProblemCode code, String detail) {
        return new Problem(code, detail, null, null, Map.of(), Map.of());
    }

    public Problem because(String rule) {
        return new Problem(code, detail, rule, retryAfter, members, headers);
    }

    public Problem retryAfter(Duration wait) {
        return new Problem(code, detail, reason, wait, members, headers);
    }

    public Problem with(String member, Object value) {
        var more = new LinkedHashMap<>(members);
        more.put(member, value);
        return new Problem(code, detail, reason, retryAfter, more, headers);
    }

    public Problem header(String name, String value) {
        var more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new Problem(code, detail, reason, retryAfter, members, more);
    }

    public ProblemException exception() {
        return new ProblemException(this);
    }

    /// Whole seconds for `Retry-After`, at least one.
    public static long seconds(Duration wait) {
        return Math.max(1, wait.plusNanos(999_999_999).toSeconds());
    }
}
