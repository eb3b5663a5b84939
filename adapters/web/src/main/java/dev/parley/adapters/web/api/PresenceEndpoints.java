package dev.parley.adapters.web.api;

import dev.parley.adapters.web.http.Call;
import dev.parley.adapters.web.http.QueryParameters;
import dev.parley.adapters.web.http.Reply;
import dev.parley.adapters.web.http.Route;
import dev.parley.adapters.web.json.PresenceJson;
import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.ProblemCode;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.UserId;
import dev.parley.presence.Occupancy;
import dev.parley.usecase.HistoryQuery;
import dev.parley.usecase.LifecycleStretch;
import dev.parley.usecase.PresenceQueries;
import dev.parley.usecase.PresenceView;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/// Reads who is in a room, and who came and went in all of them.
public final class PresenceEndpoints implements Route.Group {

    private static final int DEFAULT_LIMIT = 50;
    private static final int LONGEST_WAIT = (int) HistoryQuery.MAX_WAIT.toMillis();
    private static final Pattern POSITION = Pattern.compile("[0-9]{1,18}");

    private final PresenceQueries queries;

    public PresenceEndpoints(PresenceQueries queries) {
        this.queries = queries;
    }

    @Override
    public List<Route> routes() {
        return List.of(
                Route.to("/v1/rooms/{room}/presence").get(this::presence),
                Route.to("/v1/rooms/{room}/occupancy").get(this::occupancy),
                Route.to("/v1/lifecycle").get(this::lifecycle));
    }

    private Mono<Reply> presence(Call call) {
        RoomId room = call.room();
        QueryParameters query = call.query("after", "limit");
        String after = query.text("after");
        UserId user = after == null ? null : new UserId(after);
        int limit = limit(query);
        return call.<PresenceView>ask(
                answer -> queries.presence(call.who(), room, user, limit, answer),
                view -> Reply.json(200, PresenceJson.of(view)));
    }

    private Mono<Reply> occupancy(Call call) {
        RoomId room = call.room();
        call.query();
        return call.<Occupancy>ask(
                answer -> queries.occupancy(call.who(), room, answer),
                occupancy -> Reply.json(200, PresenceJson.of(occupancy)));
    }

    private Mono<Reply> lifecycle(Call call) {
        QueryParameters query = call.query("after", "limit", "waitMs");
        Long after = position(query.text("after"));
        int limit = limit(query);
        Duration patience = Duration.ofMillis(query.whole("waitMs", 0, 0, LONGEST_WAIT));
        return call.<LifecycleStretch>ask(
                answer -> queries.lifecycle(call.who(), after, limit, patience, answer),
                stretch -> Reply.json(200, PresenceJson.of(stretch)));
    }

    private static int limit(QueryParameters query) {
        return query.whole("limit", DEFAULT_LIMIT, 1, PresenceQueries.MAX_PAGE);
    }

    private static @Nullable Long position(@Nullable String text) {
        if (text == null) {
            return null;
        }
        if (!POSITION.matcher(text).matches()) {
            throw Problem.of(ProblemCode.BAD_CURSOR, "a position of the lifecycle log is a whole number")
                    .exception();
        }
        return Long.valueOf(text);
    }
}
