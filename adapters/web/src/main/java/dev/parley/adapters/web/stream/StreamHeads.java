package dev.parley.adapters.web.stream;

import dev.parley.adapters.web.http.Call;
import dev.parley.adapters.web.http.Outgoing;
import dev.parley.delivery.StreamRequest;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.TypeFilter;
import dev.parley.log.PageRequest;
import dev.parley.usecase.Answer;
import dev.parley.usecase.HistoryPage;
import dev.parley.usecase.HistoryQuery;
import dev.parley.usecase.Queries;
import java.util.List;
import reactor.core.publisher.Mono;

/// Answers HEAD: the head that GET would get now, without a stream. It creates no room.
public final class StreamHeads {

    private static final HistoryQuery POSITION = new HistoryQuery(new PageRequest.Newest(), 0, TypeFilter.ALL);

    private final Queries queries;
    private final StreamRefusals refusals;

    public StreamHeads(Queries queries, StreamRefusals refusals) {
        this.queries = queries;
        this.refusals = refusals;
    }

    Mono<Outgoing> answer(Call call, StreamRequest request) {
        return answer(call, request.rooms());
    }

    /// One room that may be read is enough.
    private Mono<Outgoing> answer(Call call, List<RoomId> rooms) {
        return call.<Answer<HistoryPage>>await(
                        answer -> queries.history(call.who(), rooms.getFirst(), POSITION, answer))
                .flatMap(answer -> switch (answer) {
                    case Answer.Ok<HistoryPage> _ -> Mono.just(new StreamReply(null));
                    case Answer.Refused<HistoryPage>(var refusal) ->
                        rooms.size() > 1
                                ? answer(call, rooms.subList(1, rooms.size()))
                                : Mono.just(refusals.reply(call, refusal));
                });
    }
}
