package dev.parley.adapters.web.api;

import dev.parley.adapters.web.http.Call;
import dev.parley.adapters.web.http.Reply;
import dev.parley.adapters.web.http.Route;
import dev.parley.adapters.web.json.StatsJson;
import dev.parley.kernel.RoomId;
import dev.parley.usecase.RoomStatistics;
import dev.parley.usecase.RoomStats;
import java.util.List;
import reactor.core.publisher.Mono;

/// What this node knows of a room's traffic.
public final class StatsEndpoint implements Route.Group {

    private final RoomStatistics statistics;

    public StatsEndpoint(RoomStatistics statistics) {
        this.statistics = statistics;
    }

    @Override
    public List<Route> routes() {
        return List.of(Route.to("/v1/rooms/{room}/stats").get(this::stats));
    }

    private Mono<Reply> stats(Call call) {
        RoomId room = call.room();
        call.query();
        return call.<RoomStats>ask(
                answer -> statistics.of(call.who(), room, answer), stats -> Reply.json(200, StatsJson.of(stats)));
    }
}
