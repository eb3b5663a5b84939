package dev.parley.adapters.web.ops;

import dev.parley.access.Decision.Rule;
import dev.parley.adapters.web.http.Call;
import dev.parley.adapters.web.http.Reply;
import dev.parley.adapters.web.http.Route;
import dev.parley.adapters.web.json.Json;
import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.ProblemCode;
import dev.parley.kernel.SettingReporter;
import dev.parley.kernel.SettingReporter.Shown;
import java.util.List;
import reactor.core.publisher.Mono;
import tools.jackson.core.JsonGenerator;

/// Shows administrators the configuration in force: each key that has a value, and where it was set.
public final class ConfigurationEndpoint implements Route.Group {

    private static final int EXPECTED = 4_096;

    private final SettingReporter settings;

    public ConfigurationEndpoint(SettingReporter settings) {
        this.settings = settings;
    }

    @Override
    public List<Route> routes() {
        return List.of(Route.to("/v1/admin/config").get(this::show));
    }

    private Mono<Reply> show(Call call) {
        call.query();
        if (!call.who().admin()) {
            throw Problem.of(ProblemCode.FORBIDDEN)
                    .because(Rule.NO_GRANT.wire())
                    .exception();
        }
        return Mono.just(Reply.json(200, Json.write(EXPECTED, this::write)));
    }

    private void write(JsonGenerator json) {
        json.writeStartObject();
        json.writeArrayPropertyStart("items");
        for (Shown setting : settings.settings()) {
            json.writeStartObject();
            json.writeStringProperty("key", setting.key());
            json.writeStringProperty("value", setting.value());
            json.writeStringProperty("origin", setting.origin());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeNullProperty("next");
        json.writeEndObject();
    }
}
