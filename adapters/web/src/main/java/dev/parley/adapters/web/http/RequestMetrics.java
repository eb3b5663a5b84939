package dev.parley.adapters.web.http;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.springframework.http.HttpMethod;

/// Counts and times requests by method, route and status: names from this server's own tables only, so that no client
/// can make new ones.
public final class RequestMetrics {

    private static final Duration[] BOUNDARIES = {
        Duration.ofMillis(1),
        Duration.ofMillis(5),
        Duration.ofMillis(20),
        Duration.ofMillis(100),
        Duration.ofMillis(500),
        Duration.ofSeconds(2),
        Duration.ofSeconds(10)
    };

    private record Key(String method, String route, int status) {}

    private final MeterRegistry registry;

    /// Bounded by methods × routes × statuses.
    private final Map<Key, Timer> timers = new ConcurrentHashMap<>();

    public RequestMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    void answered(HttpMethod method, String route, int status, long began) {
        var key = new Key(known(method), route, status);
        timers.computeIfAbsent(key, this::timer).record(System.nanoTime() - began, TimeUnit.NANOSECONDS);
    }

    static String known(HttpMethod method) {
        return switch (method.name()) {
            case "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS" -> method.name();
            default -> "other";
        };
    }

    private Timer timer(Key key) {
        return Timer.builder("parley.http.requests")
                .description("Requests answered, from the first look at the route to the reply")
                .tags("method", key.method(), "route", key.route(), "status", Integer.toString(key.status()))
                .serviceLevelObjectives(BOUNDARIES)
                .register(registry);
    }
}
