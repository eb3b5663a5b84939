package dev.parley.adapters.web.api;

import dev.parley.adapters.web.http.Call;
import dev.parley.adapters.web.http.QueryParameters;
import dev.parley.adapters.web.http.Reply;
import dev.parley.adapters.web.http.RequestBody;
import dev.parley.adapters.web.http.Route;
import dev.parley.adapters.web.json.MemberBody;
import dev.parley.adapters.web.json.MemberJson;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.UserId;
import dev.parley.log.Member;
import dev.parley.log.Role;
import dev.parley.usecase.MemberPage;
import dev.parley.usecase.MemberResult;
import dev.parley.usecase.Membership;
import dev.parley.usecase.StandingPatch;
import java.util.List;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/// Who is a member of a room, and what he is there.
public final class MemberEndpoints implements Route.Group {

    private static final int DEFAULT_LIMIT = 50;
    /// Stands for who asks.
    private static final String ME = "me";

    private final Membership membership;

    public MemberEndpoints(Membership membership) {
        this.membership = membership;
    }

    @Override
    public List<Route> routes() {
        return List.of(
                Route.to("/v1/rooms/{room}/members").get(this::list),
                Route.to("/v1/rooms/{room}/members/{user}")
                        .get(this::get)
                        .put(call -> change(call, true))
                        .patch(call -> change(call, false))
                        .delete(this::delete));
    }

    static UserId user(Call call) {
        String user = call.variable("user");
        return user.equals(ME) ? call.who().id() : new UserId(user);
    }

    private Mono<Reply> list(Call call) {
        RoomId room = call.room();
        QueryParameters query = call.query("after", "limit", "role");
        String after = query.text("after");
        UserId user = after == null ? null : new UserId(after);
        int limit = query.whole("limit", DEFAULT_LIMIT, 1, Membership.MAX_PAGE);
        Role role = role(query.text("role"));
        return call.<MemberPage>ask(
                answer -> membership.list(call.who(), room, user, limit, role, answer),
                page -> Reply.json(200, MemberJson.of(page)));
    }

    private static @Nullable Role role(@Nullable String wire) {
        return wire == null
                ? null
                : Role.of(wire)
                        .orElseThrow(() -> QueryParameters.invalid("role is owner, moderator, speaker or member"));
    }

    private Mono<Reply> get(Call call) {
        RoomId room = call.room();
        UserId user = user(call);
        call.query();
        return call.<Member>ask(
                answer -> membership.get(call.who(), room, user, answer),
                member -> Reply.json(200, MemberJson.of(member)));
    }

    private Mono<Reply> change(Call call, boolean joins) {
        RoomId room = call.room();
        UserId user = user(call);
        call.query();
        return RequestBody.json(call, RequestBody.ONE_MESSAGE).flatMap(bytes -> {
            StandingPatch patch = MemberBody.read(bytes, joins);
            return call.<MemberResult>ask(
                    answer -> membership.change(call.who(), room, user, patch, answer),
                    result -> Reply.json(result.added() ? 201 : 200, MemberJson.of(result.member())));
        });
    }

    private Mono<Reply> delete(Call call) {
        RoomId room = call.room();
        UserId user = user(call);
        call.query();
        return call.<Boolean>ask(answer -> membership.remove(call.who(), room, user, answer), _ -> Reply.empty(204));
    }
}
