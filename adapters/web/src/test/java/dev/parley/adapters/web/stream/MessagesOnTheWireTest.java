package dev.parley.adapters.web.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.adapters.web.StreamServer;
import dev.parley.contract.SseParser.Message;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// One message, when and as what it arrives.
@Timeout(180)
class MessagesOnTheWireTest {

    private static StreamServer server;
    private static String alice;

    @BeforeAll
    static void start() {
        server = StreamServer.start();
        alice = server.token("alice");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void aShortMessageIsNotHeldBackForOneThatFollows() {
        server.room("alone", "");
        try (Reader reader = Reader.open(
                server.port(), alice, "/v1/rooms/alone/events", "Accept-Encoding: gzip, deflate, br, zstd")) {
            assertThat(reader.raw().header("content-encoding")).isNull();
            reader.hello();
            for (long i = 1; i <= 20; i++) {
                server.publish("alone", "{\"data\":" + i + "}");
                assertThat(reader.seqs(1)).containsExactly(i);
            }
        }
    }

    @Test
    void aTextOfSeveralLinesReadsTheSameOnEveryWay() {
        server.room("lines", "");
        String text = "first\nretry: 1\n\nlast\r\nid: 7\r";
        server.publish("lines", "{\"data\":" + JsonMapper.shared().writeValueAsString(text) + "}");
        String first = server.epoch("lines") + ":0";
        List<JsonNode> ways = new ArrayList<>();
        for (String target : List.of("/v1/rooms/lines/events?", "/v1/events?rooms=lines&")) {
            String cursor = target.contains("rooms=") ? "lines=" + first : first;
            try (Reader reader = Reader.open(server.port(), alice, target + "after=" + cursor)) {
                reader.hello();
                Message message = reader.next("message");
                ways.add(Reader.json(message));
                assertThat(reader.parser().reconnectionTime()).isGreaterThanOrEqualTo(2_000);
            }
        }
        ways.add(server.get("/v1/rooms/lines/messages").at("/items/0"));
        ways.add(server.get("/v1/rooms/lines/messages?after=" + first).at("/items/0"));
        ways.add(server.get("/v1/rooms/lines/messages/1"));

        assertThat(ways).allSatisfy(way -> assertThat(way).isEqualTo(ways.getFirst()));
        assertThat(ways.getFirst().get("data").asString()).isEqualTo(text);
    }
}
