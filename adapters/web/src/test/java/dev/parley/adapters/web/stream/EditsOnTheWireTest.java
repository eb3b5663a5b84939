package dev.parley.adapters.web.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.adapters.web.StreamServer;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// What readers get of messages that were edited and deleted, whichever way they read.
@ParameterizedClass
@EnumSource(Way.class)
@Timeout(120)
class EditsOnTheWireTest {

    @Parameter
    private Way way;

    private static StreamServer server;
    private static Rest rest;
    private static String alice;

    @BeforeParameterizedClassInvocation
    static void start(Way way) {
        server = way.start("test.heartbeat=60000");
        rest = new Rest(server.port());
        alice = server.token("alice");
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        server.close();
    }

    private static Reader open(String room, String query) {
        Reader reader = Reader.open(server.port(), alice, "/v1/rooms/" + room + "/events" + query);
        reader.hello();
        return reader;
    }

    private static void edit(String room, long seq, String data) {
        var answer =
                rest.send("PATCH", server.admin(), "/v1/rooms/" + room + "/messages/" + seq, "{\"data\":" + data + "}");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    private static void delete(String room, long seq) {
        assertThat(rest.send("DELETE", server.admin(), "/v1/rooms/" + room + "/messages/" + seq, "")
                        .statusCode())
                .isEqualTo(204);
    }

    private static JsonNode page(String room, String query) {
        HttpResponse<String> answer =
                rest.get(alice, "/v1/rooms/" + room + "/messages" + query).join();
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return Rest.json(answer);
    }

    /// `seq=data` of what has data, `seq gone` of what was deleted, `seq type ref` of what tells of it.
    private static String line(JsonNode event) {
        String seq = event.get("seq").asString();
        String type = event.get("type").asString();
        if (type.startsWith("room.")) {
            return seq + " " + type + " " + event.get("ref").asString();
        }
        return event.has("deleted") ? seq + " gone" : seq + "=" + event.get("data");
    }

    private static List<String> lines(Reader reader, int count) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            lines.add(line(reader.event()));
        }
        return lines;
    }

    private static List<String> items(JsonNode page) {
        return page.get("items").valueStream().map(EditsOnTheWireTest::line).toList();
    }

    private static final List<String> NOW =
            List.of("1=1", "2=\"new\"", "3 gone", "4 room.message.edited 2", "5 room.message.deleted 3");

    private static String after(String room, long seq) {
        return "after=" + server.epoch(room) + ":" + seq;
    }

    @Test
    void whoReadsAlongGetsTheEventsAndWhoComesBackTheNewForms() {
        server.room("along", "");
        try (Reader live = open("along", "")) {
            server.fill("along", 3);
            assertThat(lines(live, 3)).containsExactly("1=1", "2=2", "3=3");

            edit("along", 2, "\"new\"");
            delete("along", 3);

            JsonNode told = live.event();
            assertThat(told.get("data").toString()).startsWith("{\"seq\":2,\"by\":");
            assertThat(line(told)).isEqualTo("4 room.message.edited 2");
            assertThat(line(live.event())).isEqualTo("5 room.message.deleted 3");
            try (Reader back = open("along", "?" + after("along", 0));
                    Reader rewound = open("along", "?rewind=3");
                    Reader filtered = open("along", "?types=none&" + after("along", 0))) {
                assertThat(lines(back, 5)).isEqualTo(NOW);
                assertThat(lines(rewound, 5)).isEqualTo(NOW);
                assertThat(lines(filtered, 2)).isEqualTo(NOW.subList(3, 5));
            }
            assertThat(items(page("along", ""))).isEqualTo(NOW);
            assertThat(items(page("along", "?" + after("along", 0)))).isEqualTo(NOW);
            assertThat(items(page("along", "?before=" + server.epoch("along") + ":4")))
                    .isEqualTo(NOW.subList(0, 3));
            assertThat(items(page("along", "?min=5&" + after("along", 0)))).isEqualTo(NOW);
            assertThat(items(page("along", "?min=5"))).isEqualTo(NOW);
        }
    }

    @Test
    void aPullAndALongPollShowTheNewFormWithTheEvent() {
        server.room("pulled", "");
        server.fill("pulled", 3);
        try (Reader reader = Reader.open(server.port(), alice, "/v1/rooms/pulled/events?mode=notify")) {
            String session = reader.hello().get("session").asString();
            CompletableFuture<HttpResponse<String>> waiting =
                    rest.get(alice, "/v1/rooms/pulled/messages?waitMs=20000&" + after("pulled", 3));

            edit("pulled", 2, "\"new\"");

            assertThat(Reader.json(reader.next("notify")).get("head").asLong()).isEqualTo(4);
            JsonNode pulled = page("pulled", "?min=4&session=" + session + "&" + after("pulled", 0));
            assertThat(items(pulled)).containsExactly("1=1", "2=\"new\"", "3=3", "4 room.message.edited 2");
            assertThat(items(Rest.json(waiting.join()))).containsExactly("4 room.message.edited 2");
        }
    }

    @Test
    void pagesThatWereReadBeforeShowWhatWasEditedSince() {
        server.room("old", "");
        server.fill("old", 1_500);
        try (Reader live = open("old", "");
                Reader before = open("old", "?" + after("old", 0))) {
            assertThat(lines(before, 1_500).get(6)).isEqualTo("7=7");

            edit("old", 7, "\"new\"");
            delete("old", 300);

            assertThat(lines(live, 2)).containsExactly("1501 room.message.edited 7", "1502 room.message.deleted 300");
            try (Reader back = open("old", "?" + after("old", 0))) {
                List<String> all = lines(back, 1_502);
                assertThat(all.get(6)).isEqualTo("7=\"new\"");
                assertThat(all.get(299)).isEqualTo("300 gone");
                assertThat(all.get(1_499)).isEqualTo("1500=1500");
            }
            assertThat(lines(before, 2)).containsExactly("1501 room.message.edited 7", "1502 room.message.deleted 300");
        }
    }

    @Test
    void overAWebSocketItIsTheSame() {
        org.assertj.core.api.Assumptions.assumeThat(way).isEqualTo(Way.DOOR);
        server.room("socket", "");
        server.fill("socket", 3);
        try (TalkingSocket live = TalkingSocket.open(server.port(), alice)) {
            live.next("hello");
            live.ask("1", "\"op\":\"subscribe\",\"room\":\"socket\"");
            edit("socket", 2, "\"new\"");
            delete("socket", 3);
            assertThat(List.of(line(message(live)), line(message(live)))).isEqualTo(NOW.subList(3, 5));
            try (TalkingSocket back = TalkingSocket.open(server.port(), alice)) {
                back.next("hello");
                back.ask(
                        "1", "\"op\":\"subscribe\",\"room\":\"socket\",\"after\":\"" + server.epoch("socket") + ":0\"");
                List<String> got = new ArrayList<>();
                for (int i = 0; i < 5; i++) {
                    got.add(line(message(back)));
                }
                assertThat(got).isEqualTo(NOW);
            }
        }
    }

    private static JsonNode message(TalkingSocket socket) {
        JsonNode frame = socket.next();
        while (!frame.get("event").asString().equals("message")) {
            frame = socket.next();
        }
        return frame.get("data");
    }
}
