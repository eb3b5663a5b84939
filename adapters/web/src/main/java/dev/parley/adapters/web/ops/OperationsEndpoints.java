package dev.parley.adapters.web.ops;

import dev.parley.access.Principal;
import dev.parley.adapters.web.http.Call;
import dev.parley.adapters.web.http.LocalCaller;
import dev.parley.adapters.web.http.Reply;
import dev.parley.adapters.web.http.Route;
import dev.parley.adapters.web.json.Json;
import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.ProblemCode;
import dev.parley.kernel.HealthReporter;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.availability.ApplicationAvailability;
import org.springframework.boot.availability.LivenessState;
import org.springframework.boot.availability.ReadinessState;
import reactor.core.publisher.Mono;

/// What those who run the server ask: does it live, may it get requests, what does it measure.
public final class OperationsEndpoints implements Route.Group {

    private static final byte[] LIVES = "{\"status\":\"up\"}".getBytes(StandardCharsets.UTF_8);
    private static final int EXPECTED = 64;

    private final ApplicationAvailability availability;
    private final StoreWatch store;
    private final List<HealthReporter> reporters;
    private final PrometheusMeterRegistry metrics;

    public OperationsEndpoints(
            ApplicationAvailability availability,
            StoreWatch store,
            List<HealthReporter> reporters,
            PrometheusMeterRegistry metrics) {
        this.availability = availability;
        this.store = store;
        this.reporters = List.copyOf(reporters);
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
            throw notReady(wasReady() ? "draining" : "starting");
        }
        if (!store.reachable()) {
            throw notReady("store-unavailable");
        }
        return Reply.json(
                200,
                ready(reporters.stream()
                        .flatMap(reporter -> reporter.degradations().stream())
                        .distinct()
                        .toList()));
    }

    /// Traffic is refused from the beginning without anybody having said so; said it is when the server stops.
    private boolean wasReady() {
        return availability.getLastChangeEvent(ReadinessState.class) != null;
    }

    private static byte[] ready(List<String> degradations) {
        return Json.write(EXPECTED, json -> {
            json.writeStartObject();
            json.writeStringProperty("status", degradations.isEmpty() ? "up" : "degraded");
            json.writeArrayPropertyStart("reasons");
            degradations.forEach(json::writeString);
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    private static RuntimeException notReady(String reason) {
        return Problem.of(ProblemCode.NOT_READY)
                .because(reason)
                .retryAfter(Duration.ofSeconds(1))
                .exception();
    }

    private Reply metrics(Call call) {
        @Nullable Principal who = call.whoIfKnown();
        if (!LocalCaller.made(call.request()) && (who == null || !who.admin())) {
            throw (who == null ? Call.unauthenticated() : Problem.of(ProblemCode.FORBIDDEN)).exception();
        }
        byte[] text = metrics.scrape().getBytes(StandardCharsets.UTF_8);
        return new Reply(200, "text/plain; version=0.0.4; charset=utf-8", text, Map.of());
    }
}
