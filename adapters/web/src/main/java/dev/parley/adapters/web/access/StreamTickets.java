package dev.parley.adapters.web.access;

import dev.parley.adapters.web.http.Origins;
import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.ProblemCode;
import dev.parley.kernel.RoomId;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.PathContainer;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/// Checks the ticket of a request for a stream: whether it is this deployment's, in time, and for these rooms.
final class StreamTickets {

    private static final PathPattern ONE_ROOM = PathPatternParser.defaultInstance.parse("/v1/rooms/{room}/events");
    private static final PathPattern SOCKET = PathPatternParser.defaultInstance.parse("/v1/socket");
    private static final PathPattern ROOMS = PathPatternParser.defaultInstance.parse("/v1/events");

    private final Tickets tickets;
    private final Origins origins;

    StreamTickets(Tickets tickets, Origins origins) {
        this.tickets = tickets;
        this.origins = origins;
    }

    /// Whether the address is a stream's.
    static boolean isStream(ServerHttpRequest request) {
        PathContainer path = request.getPath().pathWithinApplication();
        return ONE_ROOM.matches(path) || ROOMS.matches(path);
    }

    static boolean isSocket(ServerHttpRequest request) {
        return SOCKET.matches(request.getPath().pathWithinApplication());
    }

    /// A browser lets any page open an EventSource and keeps only the answer from it, and any page a WebSocket without
    /// keeping anything.
    ///
    /// @throws RefusedCredentialsException when it is a stream that this page may not read
    void checkOrigin(ServerHttpRequest request) {
        if ((isStream(request) || isSocket(request)) && !origins.mayRead(request)) {
            throw new RefusedCredentialsException(Problem.of(ProblemCode.ORIGIN_NOT_ALLOWED));
        }
    }

    /// @throws RefusedCredentialsException when the ticket does not open this stream
    PrincipalAuthentication authenticate(ServerHttpRequest request, String text) {
        if (!isStream(request) && !isSocket(request)) {
            throw RefusedCredentialsException.ofTicket("streams-only");
        }
        Ticket ticket = tickets.check(text, !isSocket(request) && resumes(request));
        if (!ticket.covers(rooms(request))) {
            throw new RefusedCredentialsException(
                    Problem.of(ProblemCode.FORBIDDEN, "Get a ticket for the rooms of this stream.")
                            .because("ticket-rooms"));
        }
        return PrincipalAuthentication.ofTicket(ticket);
    }

    private static boolean resumes(ServerHttpRequest request) {
        return given(request.getHeaders().getFirst("Last-Event-ID"))
                || given(request.getQueryParams().getFirst("after"))
                || given(request.getQueryParams().getFirst("lastEventId"));
    }

    private static boolean given(@Nullable String cursor) {
        return cursor != null && !cursor.isBlank();
    }

    private static List<RoomId> rooms(ServerHttpRequest request) {
        PathPattern.PathMatchInfo one =
                ONE_ROOM.matchAndExtract(request.getPath().pathWithinApplication());
        if (one != null) {
            return List.of(new RoomId(one.getUriVariables().getOrDefault("room", "")));
        }
        return Stream.of("rooms", "notify")
                .flatMap(name -> request.getQueryParams().getOrDefault(name, List.of()).stream())
                .flatMap(list -> Arrays.stream(list.split(",")))
                .filter(room -> !room.isBlank())
                .map(room -> new RoomId(room.strip()))
                .toList();
    }
}
