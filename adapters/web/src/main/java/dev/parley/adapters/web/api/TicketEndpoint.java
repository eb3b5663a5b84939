package dev.parley.adapters.web.api;

import dev.parley.access.AccessPolicy;
import dev.parley.access.Decision.Rule;
import dev.parley.access.Permission;
import dev.parley.access.Principal;
import dev.parley.adapters.web.access.Tickets;
import dev.parley.adapters.web.http.Call;
import dev.parley.adapters.web.http.Reply;
import dev.parley.adapters.web.http.RequestBody;
import dev.parley.adapters.web.http.Route;
import dev.parley.adapters.web.json.Json;
import dev.parley.adapters.web.json.TicketRequest;
import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.ProblemCode;
import dev.parley.kernel.RoomId;
import java.util.List;
import java.util.Set;
import reactor.core.publisher.Mono;

/// Makes tickets, with which a browser's EventSource opens streams: it sends no headers. Asks no store: a room that
/// does not exist is told when the stream is opened.
public final class TicketEndpoint implements Route.Group {

    private static final int EXPECTED = 512;

    private final Tickets tickets;
    private final AccessPolicy policy;

    public TicketEndpoint(Tickets tickets, AccessPolicy policy) {
        this.tickets = tickets;
        this.policy = policy;
    }

    @Override
    public List<Route> routes() {
        return List.of(Route.to("/v1/stream-tickets").post(this::mint));
    }

    private Mono<Reply> mint(Call call) {
        call.query();
        return RequestBody.json(call, RequestBody.ONE_MESSAGE)
                .map(TicketRequest::read)
                .map(wanted -> reply(mint(call, wanted.rooms())));
    }

    /// Like a stream, which tells of single rooms once it is open, and is refused when no room is left.
    private Tickets.Minted mint(Call call, Set<RoomId> rooms) {
        Principal who = call.who();
        if (rooms.stream().noneMatch(room -> mayRead(who, room))) {
            throw Problem.of(ProblemCode.FORBIDDEN)
                    .because(Rule.NO_GRANT.wire())
                    .exception();
        }
        return tickets.mint(call.credentials(), rooms);
    }

    private boolean mayRead(Principal who, RoomId room) {
        return policy.decide(who, room, null, Permission.SUBSCRIBE).allowed();
    }

    private static Reply reply(Tickets.Minted minted) {
        return Reply.json(200, Json.write(EXPECTED, json -> {
            json.writeStartObject();
            json.writeStringProperty("ticket", minted.ticket());
            json.writeNumberProperty("expiresAt", minted.expiresAt().toEpochMilli());
            json.writeEndObject();
        }));
    }
}
