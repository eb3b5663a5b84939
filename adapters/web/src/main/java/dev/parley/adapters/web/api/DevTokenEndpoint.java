package dev.parley.adapters.web.api;

import dev.parley.access.spi.TokenIssuer;
import dev.parley.adapters.web.http.Call;
import dev.parley.adapters.web.http.Origins;
import dev.parley.adapters.web.http.Reply;
import dev.parley.adapters.web.http.RequestBody;
import dev.parley.adapters.web.http.Route;
import dev.parley.adapters.web.json.Json;
import dev.parley.adapters.web.json.TokenRequest;
import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.ProblemCode;
import java.util.List;
import reactor.core.publisher.Mono;

/// Makes tokens for whoever asks; there only in dev mode, where nobody but the local machine can ask.
public final class DevTokenEndpoint implements Route.Group {

    private static final int EXPECTED = 512;

    private final TokenIssuer issuer;
    private final Origins origins;

    public DevTokenEndpoint(TokenIssuer issuer, Origins origins) {
        this.issuer = issuer;
        this.origins = origins;
    }

    @Override
    public List<Route> routes() {
        return List.of(Route.openTo("/v1/dev/tokens").post(this::issue));
    }

    private Mono<Reply> issue(Call call) {
        call.query();
        checkOrigin(call);
        return RequestBody.json(call, RequestBody.ONE_MESSAGE)
                .map(TokenRequest::read)
                .map(wanted -> reply(issuer.issue(new TokenIssuer.Statement(
                        wanted.user(), wanted.name(), wanted.admin(), wanted.rooms(), wanted.ttl()))));
    }

    private void checkOrigin(Call call) {
        String origin = call.request().getHeaders().getFirst("Origin");
        if (origin != null && !Origins.own(call.request()) && !origins.lists(origin)) {
            throw Problem.of(ProblemCode.DEV_MODE_ORIGIN).exception();
        }
    }

    private static Reply reply(TokenIssuer.Issued issued) {
        return Reply.json(200, Json.write(EXPECTED, json -> {
            json.writeStartObject();
            json.writeStringProperty("token", issued.token());
            json.writeNumberProperty("expiresAt", issued.expiresAt().toEpochMilli());
            json.writeEndObject();
        }));
    }
}
