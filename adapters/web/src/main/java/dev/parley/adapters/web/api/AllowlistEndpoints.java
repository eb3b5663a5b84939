package dev.parley.adapters.web.api;

import dev.parley.adapters.web.http.Call;
import dev.parley.adapters.web.http.QueryParameters;
import dev.parley.adapters.web.http.Reply;
import dev.parley.adapters.web.http.Route;
import dev.parley.adapters.web.json.AllowlistJson;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.UserId;
import dev.parley.usecase.AllowlistPage;
import dev.parley.usecase.Allowlisting;
import java.util.List;
import reactor.core.publisher.Mono;

/// Who may send more than others into a room.
public final class AllowlistEndpoints implements Route.Group {

    private static final int DEFAULT_LIMIT = 50;

    private final Allowlisting allowlisting;

    public AllowlistEndpoints(Allowlisting allowlisting) {
        this.allowlisting = allowlisting;
    }

    @Override
    public List<Route> routes() {
        return List.of(
                Route.to("/v1/rooms/{room}/allowlist").get(this::list),
                Route.to("/v1/rooms/{room}/allowlist/{user}").put(this::put).delete(this::delete));
    }

    private Mono<Reply> list(Call call) {
        RoomId room = call.room();
        QueryParameters query = call.query("after", "limit");
        String after = query.text("after");
        UserId user = after == null ? null : new UserId(after);
        int limit = query.whole("limit", DEFAULT_LIMIT, 1, Allowlisting.MAX_PAGE);
        return call.<AllowlistPage>ask(
                answer -> allowlisting.list(call.who(), room, user, limit, answer),
                page -> Reply.json(200, AllowlistJson.of(page)));
    }

    private Mono<Reply> put(Call call) {
        RoomId room = call.room();
        var user = new UserId(call.variable("user"));
        call.query();
        return call.<Boolean>ask(
                answer -> allowlisting.add(call.who(), room, user, answer),
                added -> Reply.json(added ? 201 : 200, AllowlistJson.of(user)));
    }

    private Mono<Reply> delete(Call call) {
        RoomId room = call.room();
        var user = new UserId(call.variable("user"));
        call.query();
        return call.<Boolean>ask(answer -> allowlisting.remove(call.who(), room, user, answer), _ -> Reply.empty(204));
    }
}
