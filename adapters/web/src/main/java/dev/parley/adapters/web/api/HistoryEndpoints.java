package dev.parley.adapters.web.api;

import dev.parley.adapters.web.http.Call;
import dev.parley.adapters.web.http.Preconditions;
import dev.parley.adapters.web.http.Reply;
import dev.parley.adapters.web.http.Route;
import dev.parley.adapters.web.json.EventJson;
import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.ProblemCode;
import dev.parley.kernel.Event;
import dev.parley.kernel.RoomId;
import dev.parley.usecase.HistoryPage;
import dev.parley.usecase.Queries;
import dev.parley.usecase.References;
import java.util.List;
import java.util.regex.Pattern;
import reactor.core.publisher.Mono;

/// Reads a room's messages.
public final class HistoryEndpoints implements Route.Group {

    private static final Pattern SEQ = Pattern.compile("[1-9][0-9]{0,17}");

    private final Queries queries;
    private final PublishEndpoints publish;
    private final AmendEndpoints amend;
    private final References references;

    public HistoryEndpoints(Queries queries, PublishEndpoints publish, AmendEndpoints amend, References references) {
        this.queries = queries;
        this.publish = publish;
        this.amend = amend;
        this.references = references;
    }

    @Override
    public List<Route> routes() {
        return List.of(
                Route.to("/v1/rooms/{room}/messages").get(this::history).post(publish::publish),
                Route.to("/v1/rooms/{room}/messages/{seq}")
                        .get(this::message)
                        .patch(amend::edit)
                        .delete(amend::delete));
    }

    private Mono<Reply> history(Call call) {
        RoomId room = call.room();
        References.Query reference = HistoryParameters.reference(call);
        if (reference != null) {
            return call.<HistoryPage>ask(
                    answer -> references.read(call.who(), room, reference, answer),
                    page -> Reply.json(200, EventJson.of(page, false)));
        }
        var parameters = HistoryParameters.of(call);
        return call.<HistoryPage>ask(
                answer -> {
                    if (parameters.pull() == null) {
                        queries.history(call.who(), room, parameters.query(), answer);
                    } else {
                        queries.pull(call.who(), room, parameters.query(), parameters.pull(), answer);
                    }
                },
                page -> Reply.json(200, EventJson.of(page, parameters.byTier())));
    }

    private Mono<Reply> message(Call call) {
        RoomId room = call.room();
        call.query();
        long seq = seq(call.variable("seq"));
        return call.<Event>ask(answer -> queries.message(call.who(), room, seq, answer), HistoryEndpoints::reply);
    }

    static Reply reply(Event event) {
        return Reply.json(200, EventJson.of(event, false)).with("ETag", Preconditions.tag(event.version()));
    }

    static long seq(String text) {
        if (!SEQ.matcher(text).matches()) {
            throw Problem.of(ProblemCode.INVALID_ID, "a seq is a whole number from 1")
                    .exception();
        }
        return Long.parseLong(text);
    }
}
