package dev.parley.adapters.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.adapters.web.http.PublicUrl;
import dev.parley.adapters.web.stream.StreamFraming;
import dev.parley.contract.SseBytes;
import dev.parley.contract.SseParser.Message;
import dev.parley.delivery.Notice;
import dev.parley.delivery.spi.Format;
import dev.parley.kernel.Author;
import dev.parley.kernel.Epoch;
import dev.parley.kernel.EventType;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.Life;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Sender;
import dev.parley.kernel.SessionId;
import dev.parley.kernel.Signal;
import dev.parley.kernel.Tier;
import dev.parley.kernel.UserId;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The description of the streams against the bytes.
class AsyncApiTest {

    private static final RoomId ROOM = new RoomId("lobby");
    private static final Epoch EPOCH = new Epoch(1, new Life("abcdefgh"));

    @AutoClose
    private static final TestServer server = TestServer.dev();

    private static final Description handedOut = Description.at(server, "/asyncapi.json");
    private static final JsonNode description = handedOut.json();

    private static List<Notice> notices() {
        var start = new Notice.RoomStart(ROOM, EPOCH, 7, Notice.Resume.FRESH);
        return List.of(
                new Notice.Hello(new SessionId("session-1"), new UserId("alice"), 15_000, 3_000, 500, List.of(start)),
                new Notice.Notify(ROOM, new Position(EPOCH, 9)),
                new Notice.CaughtUp(ROOM, new Position(EPOCH, 7), 2),
                new Notice.Gap(ROOM, EPOCH, 1, 4, 5, 7, Notice.GapReason.CURSOR_EXPIRED),
                new Notice.Dropped(ROOM, EPOCH, Tier.LOW, 1, 4, 4, Notice.DropReason.EXPIRED),
                new Notice.Closed(ROOM, Notice.CloseReason.DESTROYED),
                new Notice.CursorMoved(null),
                new Notice.Presence(
                        ROOM,
                        List.of(new Notice.Person(new UserId("alice"), "Alice")),
                        List.of(new Notice.Leaver(new UserId("bob"), "closed")),
                        12,
                        false),
                new Notice.Occupancy(ROOM, 17, 12),
                new Notice.Signalled(
                        ROOM,
                        new Signal.Latest(
                                new EventType("typing"),
                                new Author(new Sender("alice"), "Alice"),
                                JsonText.of("{}"),
                                5_000)),
                new Notice.Reconnect(3_000, Notice.ReconnectReason.DRAINING, 3_000),
                new Notice.Problem(Notice.ProblemCause.TOKEN_EXPIRED, 3_000),
                new Notice.Heartbeat(true));
    }

    private static Message framed(Notice notice) {
        var framing = new StreamFraming(new PublicUrl("https://chat.example.com"));
        List<Message> messages = SseBytes.read(framing.notice(notice, null, Format.SSE_WITH_ID));
        assertThat(messages).hasSize(1);
        return messages.getFirst();
    }

    @Test
    void everyEventIsDescribedWithTheMembersItHas() {
        var described = new TreeSet<>(description.at("/components/messages").propertyNames());
        assertThat(described.removeAll(Set.of("event", "ack", "op"))).isTrue();
        for (Notice notice : notices()) {
            Message message = framed(notice);
            assertThat(described.remove(message.event())).as(message.event()).isTrue();
            JsonNode example = description.at("/components/messages/" + message.event() + "/examples/0/payload");
            JsonNode real = JsonMapper.shared().readTree(message.data());
            assertThat(new TreeSet<>(example.propertyNames())).isEqualTo(new TreeSet<>(real.propertyNames()));
        }
        assertThat(described).isEmpty();
        int toldToSocketsAlone = 1;
        assertThat(notices().stream().map(Object::getClass).distinct().count() + toldToSocketsAlone)
                .isEqualTo(Notice.class.getPermittedSubclasses().length);
    }

    /// The rest of the standard's demands was checked with its own schema when the document was written.
    @Test
    void theDocumentIsWhatItsStandardDemands() {
        assertThat(description.get("asyncapi").asString()).isEqualTo("3.0.0");
        assertThat(description.at("/info/title").asString()).isNotBlank();
        assertThat(description.at("/info/version").asString()).isNotBlank();
        for (JsonNode server : description.get("servers")) {
            assertThat(server.propertyNames()).contains("host", "protocol");
        }
        for (var message : description.at("/components/messages").properties()) {
            assertThat(message.getValue().propertyNames())
                    .as(message.getKey())
                    .contains("payload", "contentType", "summary", "examples");
        }
        for (var operation : description.get("operations").properties()) {
            assertThat(operation.getValue().get("action").asString())
                    .isEqualTo(operation.getKey().equals("ask") ? "receive" : "send");
            String channel = operation.getValue().at("/channel/$ref").asString();
            assertThat(channel).startsWith("#/channels/");
            for (JsonNode message : operation.getValue().get("messages")) {
                assertThat(message.get("$ref").asString())
                        .as("an operation's messages are its channel's")
                        .startsWith(channel + "/messages/");
            }
        }
        assertThat(description.get("operations").size())
                .as("one of each channel, and one for what a socket is asked")
                .isEqualTo(description.get("channels").size() + 1);
    }

    @Test
    void itDescribesTheStreamsOfTheOtherDocumentAndTheirParameters() {
        JsonNode paths = server.get(null, "/openapi.json").json().get("paths");
        var streams = new TreeSet<String>();
        for (JsonNode operation : description.get("operations")) {
            JsonNode channel =
                    description.at(operation.at("/channel/$ref").asString().substring(1));
            String address = channel.get("address").asString();
            if (address.equals("/v1/socket")) {
                continue;
            }
            streams.add(address);
            var parameters = new TreeSet<>(
                    operation.at("/bindings/http/query/properties").propertyNames());
            if (channel.has("parameters")) {
                parameters.addAll(channel.get("parameters").propertyNames());
            }
            assertThat(parameters)
                    .as(address)
                    .isEqualTo(parameters(paths.get(address).get("get")));
        }
        assertThat(streams)
                .isEqualTo(paths.propertyNames().stream()
                        .filter(path -> path.endsWith("/events"))
                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    /// Of the address and the query.
    private static TreeSet<String> parameters(JsonNode operation) {
        var names = new TreeSet<String>();
        for (JsonNode each : operation.get("parameters")) {
            JsonNode parameter = each.has("$ref")
                    ? server.get(null, "/openapi.json")
                            .json()
                            .at(each.get("$ref").asString().substring(1))
                    : each;
            if (!parameter.get("in").asString().equals("header")) {
                names.add(parameter.get("name").asString());
            }
        }
        return names;
    }

    @Test
    void everyReferenceLeadsSomewhere() {
        handedOut.assertEveryReferenceLeadsSomewhere();
    }

    @Test
    void everyChannelCarriesAllThatItCan() {
        var all = new TreeSet<>(description.at("/components/messages").propertyNames());
        var events = new TreeSet<>(all);
        events.removeAll(Set.of("ack", "op"));
        var frames = new TreeSet<>(all);
        frames.remove("heartbeat");
        for (String channel : Set.of("room", "rooms", "socket")) {
            assertThat(new TreeSet<>(
                            description.at("/channels/" + channel + "/messages").propertyNames()))
                    .isEqualTo(channel.equals("socket") ? frames : events);
        }
    }
}
