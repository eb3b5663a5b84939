package dev.parley.adapters.web.stream;

import dev.parley.adapters.web.door.DoorExchange;
import dev.parley.adapters.web.http.Call;
import dev.parley.adapters.web.http.Outgoing;
import dev.parley.adapters.web.http.Route;
import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.ProblemCode;
import java.util.List;
import reactor.core.publisher.Mono;

/// Opens sockets. Credentials in the request are decided about before the handshake; without any they are the first
/// thing to be said.
public final class SocketEndpoint implements Route.Group {

    private final SocketServices services;

    public SocketEndpoint(SocketServices services) {
        this.services = services;
    }

    @Override
    public List<Route> routes() {
        return List.of(Route.openTo("/v1/socket").get(this::open));
    }

    private Mono<Outgoing> open(Call call) {
        call.query();
        var handshake = SocketHandshake.of(call);
        if (!(call.nativeRequest() instanceof DoorExchange door)) {
            throw Problem.of(
                            ProblemCode.NOT_SUPPORTED,
                            "this server speaks WebSocket over HTTP/1.1 only, and with parley.streams=door")
                    .exception();
        }
        var session = new SocketSession(services, call.credentialsIfKnown());
        var lane = services.lanes().of(call.channel().eventLoop());
        var connection = new SocketConnection(door.channel(), lane, session);
        return Mono.just(new SocketReply(handshake, door, connection, session));
    }
}
