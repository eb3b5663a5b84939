package dev.parley.adapters.web.http;

import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;
import org.springframework.web.server.ServerWebExchange;

/// The id under which a request is found in the log: the caller's `traceparent` if it is well-formed, else a random
/// one.
public final class Trace {

    private static final String ATTRIBUTE = Trace.class.getName();
    private static final int LONGEST_HEADER = 512;
    private static final Pattern TRACEPARENT =
            Pattern.compile("(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?");

    private Trace() {}

    /// The same at every call for one request.
    public static String id(ServerWebExchange exchange) {
        String known = exchange.getAttribute(ATTRIBUTE);
        if (known != null) {
            return known;
        }
        String callers = fromCaller(exchange.getRequest().getHeaders().getFirst("traceparent"));
        String id = callers == null ? random() : callers;
        exchange.getAttributes().put(ATTRIBUTE, id);
        return id;
    }

    private static @Nullable String fromCaller(@Nullable String traceparent) {
        if (traceparent == null || traceparent.length() > LONGEST_HEADER) {
            return null;
        }
        var matcher = TRACEPARENT.matcher(traceparent);
        return matcher.matches() ? matcher.group(1) : null;
    }

    /// For what fails before there is a request.
    public static String random() {
        var random = ThreadLocalRandom.current();
        var hex = HexFormat.of();
        return hex.toHexDigits(random.nextLong()) + hex.toHexDigits(random.nextLong() | 1);
    }

    /// What is logged inside carries the request's id.
    public static void log(ServerWebExchange exchange, Runnable logging) {
        try (var _ = MDC.putCloseable("traceId", id(exchange))) {
            logging.run();
        }
    }
}
