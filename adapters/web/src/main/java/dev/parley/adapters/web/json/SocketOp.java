package dev.parley.adapters.web.json;

import static dev.parley.adapters.web.json.JsonBody.invalid;
import static dev.parley.adapters.web.json.JsonBody.isNull;

import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.ProblemCode;
import dev.parley.delivery.Signals;
import dev.parley.delivery.StreamStart;
import dev.parley.kernel.RoomId;
import dev.parley.usecase.Draft;
import dev.parley.usecase.SignalDraft;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// What a client asks for over a socket.
public sealed interface SocketOp {

    /// @param after a cursor; null = none
    /// @param rewind messages to begin with; null = what is usual
    /// @param types as in a stream's address
    /// @param signals what to tell beside events
    /// @param pulls whether only is told that there is news
    record Subscribe(
            RoomId room,
            @Nullable String after,
            @Nullable Integer rewind,
            @Nullable String types,
            Signals signals,
            boolean pulls)
            implements SocketOp {}

    record Unsubscribe(RoomId room) implements SocketOp {}

    record Publish(RoomId room, Draft draft) implements SocketOp {}

    record Signal(RoomId room, SignalDraft draft) implements SocketOp {}

    record Token(String token) implements SocketOp {}

    record Ping() implements SocketOp {}

    /// What every op has.
    ///
    /// @param ref the client's mark, which the answer bears; null = none
    record Head(String op, @Nullable String ref) {}

    int LONGEST_REF = 64;

    Set<String> SUBSCRIBE = Set.of("room", "after", "rewind", "types", "presence", "occupancy", "notify");

    /// Reads as much as an answer needs, whatever else is wrong.
    ///
    /// @throws dev.parley.adapters.web.problem.ProblemException when it is no op at all
    static Head head(byte[] text) {
        JsonBody.checkUtf8(text);
        Map<String, String> names = new TreeMap<>();
        JsonBody.parse(text, json -> {
            JsonBody.members(json, name -> {
                if (name.equals("op") || name.equals("ref")) {
                    names.put(name, JsonBody.text(json, name));
                } else {
                    json.skipChildren();
                }
            });
            return names;
        });
        String op = names.get("op");
        String ref = names.get("ref");
        if (op == null) {
            throw invalid("op is required");
        }
        if (ref != null && ref.length() > LONGEST_REF) {
            throw invalid("ref has at most " + LONGEST_REF + " characters");
        }
        return new Head(op, ref);
    }

    /// @throws dev.parley.adapters.web.problem.ProblemException when something is wrong with it
    static SocketOp read(Head head, byte[] text) {
        return switch (head.op()) {
            case "subscribe" -> JsonBody.read(text, json -> new Reader(json, SUBSCRIBE).subscribe());
            case "unsubscribe" -> JsonBody.read(text, json -> new Reader(json, Set.of("room")).unsubscribe());
            case "token" -> JsonBody.read(text, json -> new Reader(json, Set.of("token")).token());
            case "ping" -> JsonBody.read(text, json -> new Reader(json, Set.of()).ping());
            case "publish" -> JsonBody.read(text, json -> publish(json, text));
            case "signal" -> JsonBody.read(text, json -> signal(json, text));
            case "receipt", "attributes" ->
                throw Problem.of(ProblemCode.NOT_SUPPORTED, "the op " + head.op() + " is not supported by this version")
                        .exception();
            default -> throw invalid("op is subscribe, unsubscribe, publish, signal, token or ping");
        };
    }

    private static SocketOp publish(JsonParser json, byte[] text) {
        var room = new RoomMember(json);
        Draft draft = MessageReader.readBeside(json, text, room::take);
        return new Publish(room.room(), draft);
    }

    private static SocketOp signal(JsonParser json, byte[] text) {
        var room = new RoomMember(json);
        SignalDraft draft = SignalReader.readBeside(json, text, room::take);
        return new Signal(room.room(), draft);
    }

    /// The room that stands beside what is told to it.
    final class RoomMember {

        private final JsonParser json;
        private @Nullable RoomId room;

        private RoomMember(JsonParser json) {
            this.json = json;
        }

        private boolean take(String name) {
            switch (name) {
                case "room" -> room = new RoomId(JsonBody.text(json, name));
                case "op", "ref" -> json.skipChildren();
                default -> {
                    return false;
                }
            }
            return true;
        }

        private RoomId room() {
            if (room == null) {
                throw invalid("room is required");
            }
            return room;
        }
    }

    /// Reads the object that the parser has just entered.
    final class Reader {

        private final JsonParser json;
        private final Set<String> known;
        private @Nullable RoomId room;
        private @Nullable String after;
        private @Nullable Integer rewind;
        private @Nullable String types;
        private @Nullable String token;
        private boolean presence;
        private boolean occupancy;
        private boolean pulls;

        private Reader(JsonParser json, Set<String> known) {
            this.json = json;
            this.known = known;
            JsonBody.members(json, this::member);
        }

        private void member(String name) {
            if (name.equals("op") || name.equals("ref")) {
                return;
            }
            if (!known.contains(name)) {
                throw invalid("beside op and ref this op has "
                        + (known.isEmpty() ? "nothing" : String.join(", ", new TreeSet<>(known)) + ", and no others"));
            }
            switch (name) {
                case "room" -> room = new RoomId(JsonBody.text(json, name));
                case "after" -> after = JsonBody.textOrNull(json, name);
                case "rewind" ->
                    rewind = isNull(json)
                            ? null
                            : Integer.valueOf((int) JsonBody.whole(json, name, 0, StreamStart.MAX_REWIND));
                case "presence" -> presence = asks(name);
                case "occupancy" -> occupancy = asks(name);
                case "notify" -> pulls = asks(name);
                case "types" -> types = JsonBody.textOrNull(json, name);
                default -> token = JsonBody.text(json, name);
            }
        }

        /// As in a stream's address, or as a truth value.
        private boolean asks(String name) {
            return json.currentToken() == JsonToken.VALUE_NUMBER_INT
                    ? JsonBody.whole(json, name, 0, 1) == 1
                    : !isNull(json) && JsonBody.flag(json, name);
        }

        private RoomId room() {
            if (room == null) {
                throw invalid("room is required");
            }
            return room;
        }

        private SocketOp subscribe() {
            return new Subscribe(room(), after, rewind, types, new Signals(presence, occupancy), pulls);
        }

        private SocketOp unsubscribe() {
            return new Unsubscribe(room());
        }

        private SocketOp token() {
            if (token == null) {
                throw invalid("token is required");
            }
            return new Token(token);
        }

        private SocketOp ping() {
            return new Ping();
        }
    }
}
