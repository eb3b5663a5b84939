package dev.parley.adapters.web.json;

import static dev.parley.adapters.web.json.JsonBody.invalid;

import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.ProblemCode;
import dev.parley.kernel.RoomId;
import java.util.LinkedHashSet;
import java.util.Set;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// For which rooms a stream ticket is to be.
///
/// @param rooms 1 to [#MAX_ROOMS]
public record TicketRequest(Set<RoomId> rooms) {

    static final int MAX_ROOMS = 100;

    /// Characters of all ids together. The ticket, the same rooms and their cursor have to fit into one request line.
    static final int MAX_LENGTH = 4_096;

    public static TicketRequest read(byte[] body) {
        return JsonBody.read(body, json -> {
            Set<RoomId> rooms = new LinkedHashSet<>();
            JsonBody.members(json, name -> member(json, name, rooms));
            if (rooms.isEmpty()) {
                throw invalid("rooms names one room at least");
            }
            if (rooms.size() > MAX_ROOMS
                    || rooms.stream().mapToInt(room -> room.value().length()).sum() > MAX_LENGTH) {
                throw Problem.of(ProblemCode.TOO_MANY_ROOMS).exception();
            }
            return new TicketRequest(rooms);
        });
    }

    private static void member(JsonParser json, String name, Set<RoomId> rooms) {
        if (!name.equals("rooms")) {
            throw invalid("a ticket has rooms, and nothing else");
        }
        if (json.currentToken() != JsonToken.START_ARRAY) {
            throw invalid("rooms is an array of room ids");
        }
        while (json.nextToken() != JsonToken.END_ARRAY) {
            rooms.add(new RoomId(JsonBody.text(json, "a room")));
        }
    }
}
