package dev.parley.adapters.web.ops;

import dev.parley.access.Principal;
import dev.parley.adapters.web.access.LocalOnlyFilter;
import dev.parley.adapters.web.http.Call;
import dev.parley.adapters.web.http.Reply;
import dev.parley.adapters.web.http.Route;
import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.ProblemCode;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.availability.ApplicationAvailability;
import org.springframework.boot.availability.LivenessState;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.http.server.reactive.ServerHttpRequest;
import reactor.core.publisher.Mono;

/// What those who run the server ask: does it live, may it get requests, what does it measure.
public final class OperationsEndpoints implements Route.Group {

    private static final byte[] LIVES = "{\"status\":\"up\"}".getBytes(StandardCharsets.UTF_8);
    private static final byte[] READY = "{\"status\":\"up\",\"reasons\":[]}".getBytes(StandardCharsets.UTF_8);

    private final ApplicationAvailability availability;
    private final StoreWatch store;
    private final PrometheusMeterRegistry metrics;
    private volatile boolean accepted;

    public OperationsEndpoints(
            ApplicationAvailability availability, StoreWatch store, PrometheusMeterRegistry metrics) {
        this.availability = availability;
        this.store = store;
        this.metrics = metrics;
    }

    @Override
    public List<Route> routes() {
        return List.of(
                Route.openTo("/livez").get(_ -> Mono.just(live())),
                Route.openTo("/readyz").get(_ -> Mono.just(ready())),
                Route.openTo("/metrics").get(call -> Mono.just(metrics(call))));
    }

    private Reply live() {
        if (availability.getLivenessState() == LivenessState.BROKEN) {
            throw notReady("broken");
        }
        return Reply.json(200, LIVES);
    }

    private Reply ready() {
        if (availability.getReadinessState() == ReadinessState.REFUSING_TRAFFIC) {
            throw notReady(accepted ? "draining" : "starting");
        }
        accepted = true;
        if (!store.reachable()) {
            throw notReady("store-unavailable");
        }
        return Reply.json(200, READY);
    }

    private static RuntimeException notReady(String reason) {
        return Problem.of(ProblemCode.NOT_READY)
                .because(reason)
                .retryAfter(Duration.ofSeconds(1))
                .exception();
    }

    private Reply metrics(Call call) {
        @Nullable Principal who = call.whoIfKnown();
        if (!local(call.request()) && (who == null || !who.admin())) {
            throw (who == null ? Call.unauthenticated() : Problem.of(ProblemCode.FORBIDDEN)).exception();
        }
        byte[] text = metrics.scrape().getBytes(StandardCharsets.UTF_8);
        return new Reply(200, "text/plain; version=0.0.4; charset=utf-8", text, Map.of());
    }

    /// What a proxy on this machine passes on comes from elsewhere.
    private static boolean local(ServerHttpRequest request) {
        return LocalOnlyFilter.loopback(request.getRemoteAddress())
                && !request.getHeaders().containsHeader("X-Forwarded-For")
                && !request.getHeaders().containsHeader("Forwarded");
    }
}
