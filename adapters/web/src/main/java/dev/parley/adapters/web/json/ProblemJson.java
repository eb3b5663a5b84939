package dev.parley.adapters.web.json;

import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.ProblemCode;
import tools.jackson.core.JsonGenerator;

/// Problem documents (RFC 9457).
public final class ProblemJson {

    public static final String MEDIA_TYPE = "application/problem+json";

    private static final int EXPECTED = 640;

    private ProblemJson() {}

    /// @param baseUrl where this server's pages are, without a slash at the end
    /// @param traceId 32 hexadecimal digits; names the occurrence
    public static byte[] of(Problem problem, String baseUrl, String traceId) {
        return Json.write(EXPECTED, json -> write(json, problem, baseUrl, traceId));
    }

    public static void write(JsonGenerator json, Problem problem, String baseUrl, String traceId) {
        ProblemCode code = problem.code();
        json.writeStartObject();
        json.writeStringProperty("type", baseUrl + "/problems/" + code.wire());
        json.writeStringProperty("title", code.title());
        json.writeNumberProperty("status", code.status());
        json.writeStringProperty("detail", problem.detail());
        json.writeStringProperty("instance", instance(traceId));
        json.writeStringProperty("code", code.wire());
        json.writeBooleanProperty("retryable", code.retryable());
        if (problem.retryAfter() != null) {
            json.writeNumberProperty(
                    "retryAfterMs", Math.max(1, problem.retryAfter().toMillis()));
        }
        if (problem.reason() != null) {
            json.writeStringProperty("reason", problem.reason());
        }
        problem.members().forEach((name, value) -> member(json, name, value));
        json.writeStringProperty("traceId", traceId);
        json.writeEndObject();
    }

    private static void member(JsonGenerator json, String name, Object value) {
        switch (value) {
            case Long number -> json.writeNumberProperty(name, number.longValue());
            case Integer number -> json.writeNumberProperty(name, number.intValue());
            default -> json.writeStringProperty(name, value.toString());
        }
    }

    /// The path would be the client's own words, so the occurrence is named by its trace.
    private static String instance(String traceId) {
        return "urn:uuid:"
                + String.join(
                        "-",
                        traceId.substring(0, 8),
                        traceId.substring(8, 12),
                        traceId.substring(12, 16),
                        traceId.substring(16, 20),
                        traceId.substring(20));
    }
}
