package dev.parley.adapters.web.stream;

import dev.parley.adapters.web.door.DoorExchange;
import dev.parley.adapters.web.http.Call;
import dev.parley.adapters.web.http.Outgoing;
import dev.parley.adapters.web.http.Route;
import dev.parley.adapters.web.problem.ProblemException;
import dev.parley.delivery.OpenStream;
import dev.parley.delivery.StreamRequest;
import dev.parley.delivery.spi.LaneExecutor;
import dev.parley.kernel.InvalidIdException;
import dev.parley.usecase.Answer;
import dev.parley.usecase.Streaming;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import org.springframework.http.HttpMethod;
import reactor.core.publisher.Mono;

/// Follows one room or several as server-sent events.
public final class StreamEndpoints implements Route.Group {

    private final Streaming streaming;
    private final StreamHeads heads;
    private final StreamRefusals refusals;
    private final LoopLanes lanes;
    private final InstantSource clock;

    /// @param clock tells how long credentials are still good
    public StreamEndpoints(
            Streaming streaming, StreamHeads heads, StreamRefusals refusals, LoopLanes lanes, InstantSource clock) {
        this.lanes = lanes;
        this.streaming = streaming;
        this.heads = heads;
        this.refusals = refusals;
        this.clock = clock;
    }

    @Override
    public List<Route> routes() {
        return List.of(
                Route.streamFrom("/v1/rooms/{room}/events")
                        .get(call -> answer(call, StreamParameters.ofOneRoom(call, clock))),
                Route.streamFrom("/v1/events").get(call -> answer(call, StreamParameters.ofRooms(call, clock))));
    }

    /// What the request does wrong is told as usual; a fault of this server's is no reason never to come back.
    private Mono<Outgoing> answer(Call call, StreamRequest request) {
        Mono<Outgoing> answer =
                call.request().getMethod().equals(HttpMethod.HEAD) ? heads.answer(call, request) : open(call, request);
        return answer.onErrorResume(
                thrown -> !(thrown instanceof ProblemException) && !(thrown instanceof InvalidIdException),
                thrown -> Mono.just(refusals.fault(call, thrown)));
    }

    private Mono<Outgoing> open(Call call, StreamRequest request) {
        var lane = lanes.of(call.channel().eventLoop());
        StreamOutlet outlet = outlet(call, lane);
        return call.<Answer<OpenStream>>await(
                        answer -> streaming.open(call.who(), request, lane, outlet, told -> tell(told, outlet, answer)))
                .map(answer -> switch (answer) {
                    case Answer.Ok<OpenStream> _ -> outlet.reply();
                    case Answer.Refused<OpenStream>(var refusal) -> {
                        outlet.refused();
                        yield refusals.reply(call, refusal);
                    }
                });
    }

    private static StreamOutlet outlet(Call call, LaneExecutor lane) {
        return call.nativeRequest() instanceof DoorExchange door
                ? new DirectOutlet(door, lane)
                : new WebFluxOutlet(call.channel(), lane);
    }

    /// The outlet hears first and in any case: the client may have gone, and whoever waits for the answer with it.
    private static void tell(Answer<OpenStream> told, StreamOutlet outlet, Consumer<Answer<OpenStream>> answer) {
        if (told instanceof Answer.Ok<OpenStream>(var stream)) {
            outlet.open(stream);
        }
        answer.accept(told);
    }
}
