package dev.parley.adapters.web.stream;

import dev.parley.adapters.web.http.Call;
import dev.parley.adapters.web.http.QueryParameters;
import dev.parley.adapters.web.http.TypeList;
import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.ProblemCode;
import dev.parley.delivery.Signals;
import dev.parley.delivery.StreamRequest;
import dev.parley.delivery.StreamStart;
import dev.parley.kernel.RoomId;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What a request asks a stream to be.
final class StreamParameters {

    private static final String LAST_EVENT_ID = "Last-Event-ID";
    private static final String ROOMS = "rooms";
    private static final String NOTIFY = "notify";
    private static final String PRESENCE = "presence";
    private static final String OCCUPANCY = "occupancy";

    private final Call call;
    private final QueryParameters query;
    private final InstantSource clock;

    private StreamParameters(Call call, InstantSource clock, boolean multi) {
        this.call = call;
        this.query = multi
                ? call.query(
                        ROOMS,
                        NOTIFY,
                        "after",
                        "lastEventId",
                        "rewind",
                        "types",
                        "echo",
                        "heartbeat",
                        PRESENCE,
                        OCCUPANCY)
                : call.query(
                        "mode", "after", "lastEventId", "rewind", "types", "echo", "heartbeat", PRESENCE, OCCUPANCY);
        this.clock = clock;
    }

    static StreamRequest ofOneRoom(Call call, InstantSource clock) {
        RoomId room = call.room();
        var parameters = new StreamParameters(call, clock, false);
        boolean pulls = !parameters.oneOf("mode", "push", NOTIFY);
        return parameters.request(
                List.of(room), pulls ? Set.of(room) : Set.of(), false, cursor -> StreamStart.parse(room, cursor));
    }

    static StreamRequest ofRooms(Call call, InstantSource clock) {
        var parameters = new StreamParameters(call, clock, true);
        Set<RoomId> pushed = named(parameters.query.text(ROOMS));
        Set<RoomId> notified = named(parameters.query.text(NOTIFY));
        if (notified.stream().anyMatch(pushed::contains)) {
            throw QueryParameters.invalid("a room stands in rooms or in notify, not in both");
        }
        pushed.addAll(notified);
        return parameters.request(checked(pushed), notified, true, StreamStart::parse);
    }

    private StreamRequest request(
            List<RoomId> rooms, Set<RoomId> notified, boolean multi, Function<String, StreamStart> parse) {
        return new StreamRequest(
                rooms,
                multi,
                start(parse),
                TypeList.parse(query.text("types")),
                oneOf("echo", "true", "false"),
                !oneOf("heartbeat", "comment", "event"),
                call.credentials().session(),
                call.credentials().validFor(clock),
                new Signals(!oneOf(PRESENCE, "0", "1"), !oneOf(OCCUPANCY, "0", "1")),
                notified);
    }

    private static Set<RoomId> named(@Nullable String list) {
        Set<RoomId> rooms = new LinkedHashSet<>();
        if (list != null) {
            Arrays.stream(list.split(",", -1)).map(RoomId::new).forEach(rooms::add);
        }
        return rooms;
    }

    private static List<RoomId> checked(Set<RoomId> rooms) {
        if (rooms.isEmpty()) {
            throw QueryParameters.invalid("the parameters rooms and notify name up to " + StreamRequest.MAX_ROOMS
                    + " rooms together, with commas between");
        }
        if (rooms.size() > StreamRequest.MAX_ROOMS || !StreamStart.cursorFits(rooms)) {
            throw Problem.of(ProblemCode.TOO_MANY_ROOMS).exception();
        }
        return List.copyOf(rooms);
    }

    /// The header is what a browser knows now, the address what it knew at first. What a library adds to the
    /// address by itself is newer than what its user put there.
    private StreamStart start(Function<String, StreamStart> parse) {
        String cursor = firstOf(
                call.header(LAST_EVENT_ID), query.textOfAnyLength("lastEventId"), query.textOfAnyLength("after"));
        boolean rewinds = query.text("rewind") != null;
        int rewind = query.whole("rewind", 0, 0, StreamStart.MAX_REWIND);
        if (cursor != null) {
            return parse.apply(cursor.strip());
        }
        return new StreamStart.Fresh(rewinds ? rewind : null);
    }

    private static @Nullable String firstOf(@Nullable String... texts) {
        for (String text : texts) {
            if (text != null && !text.isBlank()) {
                return text;
            }
        }
        return null;
    }

    /// Whether it is the first of the two, which it also is when it is not given.
    private boolean oneOf(String name, String first, String second) {
        String value = query.text(name);
        if (value != null && !value.equals(first) && !value.equals(second)) {
            throw QueryParameters.invalid("the parameter " + name + " is " + first + " or " + second);
        }
        return !second.equals(value);
    }
}
