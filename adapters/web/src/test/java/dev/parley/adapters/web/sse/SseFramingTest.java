package dev.parley.adapters.web.sse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.parley.adapters.web.http.PublicUrl;
import dev.parley.adapters.web.json.EventJson;
import dev.parley.adapters.web.json.MessageReader;
import dev.parley.adapters.web.stream.StreamFraming;
import dev.parley.contract.SseBytes;
import dev.parley.contract.SseParser;
import dev.parley.contract.SseParser.Message;
import dev.parley.delivery.Notice;
import dev.parley.delivery.spi.Format;
import dev.parley.delivery.spi.Framing;
import dev.parley.kernel.Author;
import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.Epoch;
import dev.parley.kernel.Event;
import dev.parley.kernel.EventType;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.Life;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Sender;
import dev.parley.kernel.SessionId;
import dev.parley.kernel.Tier;
import dev.parley.kernel.UserId;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class SseFramingTest {

    private static final JsonMapper MAPPER = JsonMapper.shared();
    private static final Epoch EPOCH = new Epoch(3, new Life("abcdefgh"));
    private static final RoomId ROOM = new RoomId("lobby");

    /// What ends a line somewhere, or looks like one of the protocol's own.
    private static final String[] NASTY = {
        "\r",
        "\n",
        "\r\n",
        "\u0085",
        "\u2028",
        "\u2029",
        "\u000b",
        "\f",
        "\0",
        "\uFEFF",
        "data: ",
        "id: 999999",
        "event: admin",
        "\r\rdata: x\r\r",
        "\n\nid: 1\n\n",
        ":",
        "retry: 1",
        "<img src=x onerror=alert(1)>",
        "\uD83D\uDE80",
        "é",
        "\\",
        "\"",
        "\u202e",
        "\u001b[2K",
        " ",
        "a"
    };

    private final Framing framing = new StreamFraming(new PublicUrl("https://chat.example.com"));

    private static Event event(long seq, JsonText data, String name) {
        return new Event(
                ROOM,
                new Position(EPOCH, seq),
                new EventType("text"),
                Tier.HIGH,
                new Author(new Sender("alice"), name),
                new ClientMessageId("c-" + seq),
                1_796_000_000_000L,
                data,
                null,
                null);
    }

    private static List<Message> parse(byte[] bytes, SplittableRandom random) {
        var messages = new ArrayList<Message>();
        var parser = new SseParser(messages::add);
        int at = 0;
        while (at < bytes.length) {
            int length = Math.min(bytes.length - at, 1 + random.nextInt(40));
            parser.feed(bytes, at, length);
            at += length;
        }
        assertThat(parser.betweenBlocks()).isTrue();
        assertThat(parser.blocksWithoutData()).isZero();
        return messages;
    }

    private static String nasty(SplittableRandom random) {
        var text = new StringBuilder();
        for (int i = random.nextInt(8); i > 0; i--) {
            text.append(NASTY[random.nextInt(NASTY.length)]);
        }
        return text.toString();
    }

    /// As a client would send it, and as the server would store it.
    private static JsonText stored(String text, SplittableRandom random) {
        String json = MAPPER.writeValueAsString(text.replace("\0", ""));
        String spaced = random.nextBoolean() ? "{ \"text\" :\r\n\t" + json + " ,\"n\":[1.0,\n2]}" : json;
        return MessageReader.read(("{\"data\":" + spaced + "}").getBytes(StandardCharsets.UTF_8), null)
                .data();
    }

    @Test
    void aHundredThousandEventsAreReadAsTheyWereWritten() {
        var random = new SplittableRandom(20_261_130);
        for (int round = 0; round < 2_000; round++) {
            var stream = new ByteArrayOutputStream();
            var events = new ArrayList<Event>();
            Format format = random.nextBoolean() ? Format.SSE_WITH_ID : Format.SSE_WITHOUT_ID;
            for (int i = 1; i <= 50; i++) {
                Event event =
                        event(i, stored(nasty(random), random), nasty(random).replaceAll("\\p{Cntrl}", "") + "n");
                events.add(event);
                stream.writeBytes(framing.event(event, format));
                if (random.nextInt(10) == 0) {
                    stream.writeBytes(framing.notice(new Notice.Heartbeat(false), null, format));
                }
            }
            byte[] bytes = stream.toByteArray();
            assertThat(bytes).doesNotContain((byte) '\r');
            List<Message> messages = parse(bytes, random);
            assertThat(messages).hasSize(50);
            for (int i = 0; i < 50; i++) {
                Event event = events.get(i);
                Message message = messages.get(i);
                String id = format == Format.SSE_WITH_ID ? event.position().text() : null;
                assertThat(message.id()).isEqualTo(id);
                assertThat(message.event()).isEqualTo("message");
                assertThat(message.data().getBytes(StandardCharsets.UTF_8)).isEqualTo(EventJson.of(event, false));
            }
        }
    }

    @Test
    void everySplitOfAStreamReadsTheSame() {
        byte[] bytes =
                framing.event(event(7, stored("é\r\n\u2028🚀", new SplittableRandom(1)), "Zoë"), Format.SSE_WITH_ID);
        SseBytes.assertEverySplitReadsTheSame(bytes);
    }

    private String text(Notice notice, String id) {
        return new String(framing.notice(notice, id, Format.SSE_WITH_ID), StandardCharsets.UTF_8);
    }

    @Test
    void noticesLookAsTheProtocolSays() {
        var start = new Notice.RoomStart(ROOM, EPOCH, 1040, Notice.Resume.FRESH);
        assertThat(text(
                        new Notice.Hello(
                                new SessionId("session-1"), new UserId("alice"), 15_000, 2_871, 500, List.of(start)),
                        "3abcdefgh:1040"))
                .isEqualTo("retry: 2871\n\nid: 3abcdefgh:1040\nevent: hello\ndata: {\"session\":\"session-1\","
                        + "\"user\":\"alice\",\"heartbeatMs\":15000,\"pullJitterMs\":500,\"rooms\":{\"lobby\":{\"epoch\":\"3abcdefgh\","
                        + "\"head\":1040,\"resume\":\"fresh\"}}}\n\n");
        assertThat(text(new Notice.Notify(ROOM, new Position(EPOCH, 9)), null))
                .isEqualTo("event: notify\ndata: {\"room\":\"lobby\",\"epoch\":\"3abcdefgh\",\"head\":9}\n\n");
        assertThat(text(new Notice.CaughtUp(ROOM, new Position(EPOCH, 9), 4), null))
                .isEqualTo("event: caught-up\ndata: {\"room\":\"lobby\",\"epoch\":\"3abcdefgh\",\"seq\":9,"
                        + "\"replayed\":4}\n\n");
        assertThat(text(
                        new Notice.Gap(ROOM, EPOCH, 201, 500, 501, 1500, Notice.GapReason.CURSOR_EXPIRED),
                        "3abcdefgh:500"))
                .isEqualTo("id: 3abcdefgh:500\nevent: gap\ndata: {\"room\":\"lobby\",\"epoch\":\"3abcdefgh\","
                        + "\"from\":201,\"to\":500,\"first\":501,\"head\":1500,\"reason\":\"cursor-expired\","
                        + "\"action\":\"reload\"}\n\n");
        assertThat(text(new Notice.Dropped(ROOM, EPOCH, Tier.LOW, 3, 5, 2, Notice.DropReason.EXPIRED), "3abcdefgh:5"))
                .isEqualTo("id: 3abcdefgh:5\nevent: dropped\ndata: {\"room\":\"lobby\",\"epoch\":\"3abcdefgh\","
                        + "\"tier\":\"low\",\"from\":3,\"to\":5,\"count\":2,\"reason\":\"expired\"}\n\n");
        assertThat(text(new Notice.Closed(ROOM, Notice.CloseReason.FORBIDDEN), null))
                .isEqualTo(
                        "event: closed\ndata: {\"room\":\"lobby\",\"reason\":\"forbidden\",\"retryable\":false}\n\n");
        assertThat(text(new Notice.CursorMoved(null), "3abcdefgh:6"))
                .isEqualTo("id: 3abcdefgh:6\nevent: cursor\ndata: {}\n\n");
        assertThat(text(new Notice.Reconnect(3_120, Notice.ReconnectReason.STORE_UNAVAILABLE, 3_120), null))
                .isEqualTo(
                        "retry: 3120\nevent: reconnect\ndata: {\"afterMs\":3120,\"reason\":\"store-unavailable\"}\n\n");
        assertThat(text(new Notice.Problem(Notice.ProblemCause.TOKEN_EXPIRED, 2_500), null))
                .startsWith("retry: 2500\nevent: problem\ndata: {\"type\":\"https://chat.example.com/problems/"
                        + "token-expired\",\"title\":")
                .endsWith("}\n\n");
        assertThat(text(new Notice.Heartbeat(true), null)).isEqualTo("event: heartbeat\ndata: {}\n\n");
        assertThat(text(new Notice.Heartbeat(false), null)).isEqualTo(":\n\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r", "\0"})
    void nobodyWritesALineOfHisOwn(String end) {
        String forged = "a" + end + "event: admin";
        assertThatIllegalArgumentException().isThrownBy(() -> SseBlock.of(forged, null, new byte[0]));
        assertThatIllegalArgumentException().isThrownBy(() -> SseBlock.of(null, forged, new byte[0]));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SseBlock.of(null, null, forged.getBytes(StandardCharsets.UTF_8)));
    }
}
