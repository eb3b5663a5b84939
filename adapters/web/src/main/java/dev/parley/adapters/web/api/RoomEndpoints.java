package dev.parley.adapters.web.api;

import dev.parley.adapters.web.http.Call;
import dev.parley.adapters.web.http.Preconditions;
import dev.parley.adapters.web.http.QueryParameters;
import dev.parley.adapters.web.http.Reply;
import dev.parley.adapters.web.http.RequestBody;
import dev.parley.adapters.web.http.Route;
import dev.parley.adapters.web.json.RoomBody;
import dev.parley.adapters.web.json.RoomJson;
import dev.parley.kernel.RoomId;
import dev.parley.room.RoomState;
import dev.parley.usecase.Precondition;
import dev.parley.usecase.RoomAdministration;
import dev.parley.usecase.RoomPage;
import dev.parley.usecase.RoomResult;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/// Creates, reads, changes, destroys and lists rooms.
public final class RoomEndpoints implements Route.Group {

    private static final int DEFAULT_LIMIT = 50;
    private static final Pattern ID_PART = Pattern.compile("[A-Za-z0-9._~-]{0,128}");

    private final RoomAdministration rooms;

    public RoomEndpoints(RoomAdministration rooms) {
        this.rooms = rooms;
    }

    @Override
    public List<Route> routes() {
        return List.of(
                Route.to("/v1/rooms").get(this::list),
                Route.to("/v1/rooms/{room}")
                        .get(this::get)
                        .put(this::put)
                        .patch(this::patch)
                        .delete(this::delete));
    }

    private Mono<Reply> get(Call call) {
        RoomId room = call.room();
        call.query();
        String ifNoneMatch = call.header("If-None-Match");
        return call.<RoomState>ask(answer -> rooms.get(call.who(), room, answer), state -> {
            boolean known = Preconditions.known(ifNoneMatch, state.version());
            return (known ? Reply.empty(304) : Reply.json(200, RoomJson.of(state)))
                    .with("ETag", Preconditions.tag(state.version()));
        });
    }

    private Mono<Reply> put(Call call) {
        RoomId room = call.room();
        call.query();
        Precondition precondition = Preconditions.of(call);
        return RequestBody.optionalJson(call, RequestBody.ONE_MESSAGE).flatMap(bytes -> {
            RoomBody body = bytes.length == 0 ? RoomBody.empty() : RoomBody.read(bytes);
            return call.<RoomResult>ask(
                    answer -> rooms.put(call.who(), room, body.kind(), body.change(), precondition, answer),
                    RoomEndpoints::reply);
        });
    }

    private Mono<Reply> patch(Call call) {
        RoomId room = call.room();
        call.query();
        Precondition precondition = Preconditions.of(call);
        return RequestBody.patch(call, RequestBody.ONE_MESSAGE).flatMap(bytes -> {
            RoomBody body = RoomBody.read(bytes);
            return call.<RoomResult>ask(
                    answer -> rooms.patch(call.who(), room, body.kind(), body.change(), precondition, answer),
                    RoomEndpoints::reply);
        });
    }

    private static Reply reply(RoomResult result) {
        RoomState room = result.room();
        Reply reply = Reply.json(result.created() ? 201 : 200, RoomJson.of(room))
                .with("ETag", Preconditions.tag(room.version()));
        return result.created()
                ? reply.with("Location", "/v1/rooms/" + room.id().value())
                : reply;
    }

    private Mono<Reply> delete(Call call) {
        RoomId room = call.room();
        call.query();
        Precondition precondition = Preconditions.of(call);
        return call.<Boolean>ask(
                answer -> rooms.destroy(call.who(), room, precondition, answer), _ -> Reply.empty(204));
    }

    private Mono<Reply> list(Call call) {
        QueryParameters query = call.query("prefix", "after", "limit");
        String prefix = idPart(query.text("prefix"));
        String after = idPart(query.text("after"));
        int limit = query.whole("limit", DEFAULT_LIMIT, 1, RoomAdministration.MAX_PAGE);
        return call.<RoomPage>ask(
                answer -> rooms.list(call.who(), prefix, after, limit, answer),
                page -> Reply.json(200, RoomJson.of(page)));
    }

    private static String idPart(@Nullable String text) {
        if (text == null) {
            return "";
        }
        if (!ID_PART.matcher(text).matches()) {
            throw QueryParameters.invalid("prefix and after are beginnings of room ids");
        }
        return text;
    }
}
