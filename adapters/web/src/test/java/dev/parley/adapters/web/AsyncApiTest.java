package dev.parley.adapters.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.adapters.web.http.PublicUrl;
import dev.parley.adapters.web.stream.StreamFraming;
import dev.parley.contract.SseBytes;
import dev.parley.contract.SseParser.Message;
import dev.parley.delivery.Notice;
import dev.parley.delivery.spi.Format;
import dev.parley.kernel.Epoch;
import dev.parley.kernel.Life;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import dev.parley.kernel.Tier;
import dev.parley.kernel.UserId;
import java.util.List;
import java.util.TreeSet;
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
                new Notice.Hello(new SessionId("session-1"), new UserId("alice"), 15_000, 3_000, List.of(start)),
                new Notice.CaughtUp(ROOM, new Position(EPOCH, 7), 2),
                new Notice.Gap(ROOM, EPOCH, 1, 4, 5, 7, Notice.GapReason.CURSOR_EXPIRED),
                new Notice.Dropped(ROOM, EPOCH, Tier.LOW, 1, 4, 4, Notice.DropReason.EXPIRED),
                new Notice.Closed(ROOM, Notice.CloseReason.DESTROYED),
                new Notice.CursorMoved(null),
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
        assertThat(described.remove("event")).isTrue();
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

    @Test
    void everyReferenceLeadsSomewhere() {
        handedOut.assertEveryReferenceLeadsSomewhere();
    }

    @Test
    void bothStreamsCarryAllEvents() {
        for (JsonNode channel : description.get("channels")) {
            assertThat(channel.get("messages").propertyNames())
                    .containsExactlyElementsOf(
                            description.at("/components/messages").propertyNames());
        }
    }
}
