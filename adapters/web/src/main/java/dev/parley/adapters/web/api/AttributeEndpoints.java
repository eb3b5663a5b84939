package dev.parley.adapters.web.api;

import dev.parley.adapters.web.http.Call;
import dev.parley.adapters.web.http.Preconditions;
import dev.parley.adapters.web.http.QueryParameters;
import dev.parley.adapters.web.http.Reply;
import dev.parley.adapters.web.http.RequestBody;
import dev.parley.adapters.web.http.Route;
import dev.parley.adapters.web.json.AttributeBody;
import dev.parley.adapters.web.json.AttributeJson;
import dev.parley.adapters.web.json.EventJson;
import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.ProblemCode;
import dev.parley.kernel.AttributeKey;
import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.Event;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.log.Attribute;
import dev.parley.log.AttributeCondition;
import dev.parley.presence.Occupancy;
import dev.parley.room.RoomSnapshot;
import dev.parley.usecase.Answer;
import dev.parley.usecase.AttributePatch;
import dev.parley.usecase.AttributeResult;
import dev.parley.usecase.AttributeStretch;
import dev.parley.usecase.Attributes;
import dev.parley.usecase.PresenceQueries;
import java.util.List;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/// Reads and changes what a room holds beside its log.
public final class AttributeEndpoints implements Route.Group {

    private final Attributes attributes;
    private final PresenceQueries presence;

    public AttributeEndpoints(Attributes attributes, PresenceQueries presence) {
        this.attributes = attributes;
        this.presence = presence;
    }

    @Override
    public List<Route> routes() {
        return List.of(
                Route.to("/v1/rooms/{room}/snapshot").get(this::snapshot),
                Route.to("/v1/rooms/{room}/attributes").get(this::list).patch(this::patch),
                Route.to("/v1/rooms/{room}/attributes/changes").get(this::changes),
                Route.to("/v1/rooms/{room}/attributes/{key}")
                        .get(this::get)
                        .put(this::put)
                        .delete(this::delete));
    }

    /// How many are there is asked first: the position is the last thing that is read.
    private Mono<Reply> snapshot(Call call) {
        RoomId room = call.room();
        call.query();
        return call.<Answer<Occupancy>>await(answer -> presence.occupancy(call.who(), room, answer))
                .flatMap(asked -> call.<RoomSnapshot>ask(
                        answer -> attributes.snapshot(call.who(), room, answer),
                        found -> Reply.json(200, AttributeJson.of(found, known(asked)))));
    }

    private static @Nullable Occupancy known(Answer<Occupancy> asked) {
        return asked instanceof Answer.Ok<Occupancy>(var occupancy) ? occupancy : null;
    }

    private Mono<Reply> list(Call call) {
        RoomId room = call.room();
        call.query();
        return call.<RoomSnapshot>ask(
                answer -> attributes.snapshot(call.who(), room, answer),
                found -> Reply.json(200, AttributeJson.of(found)));
    }

    private Mono<Reply> changes(Call call) {
        RoomId room = call.room();
        Position after = position(call.query("after").text("after"));
        return call.<AttributeStretch>ask(
                answer -> attributes.changes(call.who(), room, after, answer),
                stretch -> Reply.json(200, AttributeJson.of(stretch)));
    }

    private static Position position(@Nullable String cursor) {
        if (cursor == null) {
            throw QueryParameters.invalid("after is the position of what is known already");
        }
        return Position.parse(cursor)
                .orElseThrow(() -> Problem.of(ProblemCode.BAD_CURSOR).exception());
    }

    private Mono<Reply> get(Call call) {
        RoomId room = call.room();
        AttributeKey key = key(call);
        call.query();
        String ifNoneMatch = call.header("If-None-Match");
        return call.<Attribute>ask(answer -> attributes.get(call.who(), room, key, answer), found -> {
            boolean known = Preconditions.known(ifNoneMatch, found.seq());
            return (known ? Reply.empty(304) : Reply.json(200, AttributeJson.of(found)))
                    .with("ETag", Preconditions.tag(found.seq()));
        });
    }

    private Mono<Reply> put(Call call) {
        RoomId room = call.room();
        AttributeKey key = key(call);
        call.query();
        AttributeCondition condition = Preconditions.ofAttribute(call);
        ClientMessageId id = PublishEndpoints.idempotencyKey(call);
        return RequestBody.json(call, RequestBody.ONE_MESSAGE).flatMap(bytes -> {
            AttributePatch patch = AttributeBody.one(key, bytes, condition, id);
            int status = condition instanceof AttributeCondition.Absent ? 201 : 200;
            return call.<AttributeResult>ask(
                    answer -> attributes.change(call.who(), room, patch, answer),
                    result -> reply(status, key, patch, result));
        });
    }

    private static Reply reply(int status, AttributeKey key, AttributePatch patch, AttributeResult result) {
        Event event = result.event();
        if (event == null) {
            throw new IllegalStateException("setting an attribute is always a change");
        }
        Long expiresAt = patch.ttlMs() == 0 ? null : Long.valueOf(event.ts() + patch.ttlMs());
        var attribute = new Attribute(
                key, patch.set().get(key), event.seq(), event.author().sender(), patch.autoDelete(), expiresAt);
        return Reply.json(status, AttributeJson.of(attribute)).with("ETag", Preconditions.tag(event.seq()));
    }

    private Mono<Reply> delete(Call call) {
        RoomId room = call.room();
        AttributeKey key = key(call);
        call.query();
        var patch = AttributePatch.ofRemoval(
                key, false, Preconditions.ofAttribute(call), PublishEndpoints.idempotencyKey(call));
        return call.<AttributeResult>ask(
                answer -> attributes.change(call.who(), room, patch, answer), _ -> Reply.empty(204));
    }

    private Mono<Reply> patch(Call call) {
        RoomId room = call.room();
        call.query();
        ClientMessageId id = PublishEndpoints.idempotencyKey(call);
        return RequestBody.patch(call, RequestBody.ONE_MESSAGE).flatMap(bytes -> {
            AttributePatch patch = AttributeBody.several(bytes, id);
            return call.<AttributeResult>ask(
                    answer -> attributes.change(call.who(), room, patch, answer), AttributeEndpoints::reply);
        });
    }

    private static Reply reply(AttributeResult result) {
        return result.event() == null
                ? Reply.empty(204)
                : Reply.json(200, EventJson.of(result.event(), result.duplicate()));
    }

    private static AttributeKey key(Call call) {
        return AttributeBody.key(call.variable("key"));
    }
}
