package dev.parley.adapters.web.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.parley.adapters.web.StreamServer;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// Who is told of news and pulls them, over the wire.
@ParameterizedClass
@EnumSource(Way.class)
@Timeout(120)
class PullsTest {

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

    private static Reader open(String path, String... headers) {
        return Reader.open(server.port(), alice, path, headers);
    }

    private static long told(Reader reader, String room) {
        var message = reader.next("notify");
        assertThat(message.id()).isNull();
        JsonNode data = Reader.json(message);
        assertThat(data.propertyNames()).containsExactly("room", "epoch", "head");
        assertThat(data.get("room").asString()).isEqualTo(room);
        assertThat(data.get("epoch").asString()).isEqualTo(server.epoch(room));
        return data.get("head").asLong();
    }

    private static JsonNode page(String room, String query) {
        HttpResponse<String> answer =
                rest.get(alice, "/v1/rooms/" + room + "/messages?" + query).join();
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return Rest.json(answer);
    }

    @Test
    void newsAreToldPulledAndToldAgainAndThePageIsWhatTheLogSays() {
        server.room("news", "");
        server.fill("news", 3);
        try (Reader reader = open("/v1/rooms/news/events?mode=notify")) {
            JsonNode hello = reader.hello();
            String session = hello.get("session").asString();
            assertThat(hello.get("pullJitterMs").asLong()).isEqualTo(500);
            String cursor = reader.cursor();
            server.publish("news", "{\"data\":{\"a\": \"\\u00e4\"},\"clientMsgId\":\"one\",\"tier\":\"low\"}");
            assertThat(told(reader, "news")).isEqualTo(4);
            server.publish("news", "{\"data\":2}");
            assertThat(reader.quietFor(Duration.ofMillis(300))).isTrue();
            JsonNode pulled = page("news", "after=" + cursor + "&min=4&session=" + session);

            assertThat(pulled.at("/items/0/clientMsgId").asString()).isEqualTo("one");
            assertThat(pulled.get("items").size()).isEqualTo(2);
            String plain = rest.get(alice, "/v1/rooms/news/messages?after=" + cursor)
                    .join()
                    .body();
            assertThat(rest.get(alice, "/v1/rooms/news/messages?min=1&after=" + cursor)
                            .join()
                            .body())
                    .as("byte for byte")
                    .isEqualTo(plain);
            assertThat(page("news", "min=5&order=tier&after=" + cursor)
                            .at("/items/1/tier")
                            .asString())
                    .isEqualTo("low");
            server.publish("news", "{\"data\":3}");
            assertThat(told(reader, "news")).isEqualTo(6);
        }
    }

    /// Rules are looked up beside it now and then, so one of several is enough; each read of a page would be a
    /// call.
    @Test
    void aPullAsksNoStore() {
        server.room("memory", "");
        try (Reader reader = open("/v1/rooms/memory/events?mode=notify")) {
            reader.hello();
            server.fill("memory", 5);
            told(reader, "memory");
            String query = "after=" + server.epoch("memory") + ":0&min=5";
            var offload = server.bean(StreamServer.WatchedOffload.class);
            long fewest = Long.MAX_VALUE;
            for (int i = 0; i < 20 && fewest > 0; i++) {
                long before = offload.begun();
                assertThat(page("memory", query).get("items").size()).isEqualTo(5);
                fewest = Math.min(fewest, offload.begun() - before);
            }
            assertThat(fewest).isZero();
        }
    }

    @Test
    void whoComesBackBelowTheHeadIsToldAtOnce() {
        server.room("back", "");
        server.fill("back", 5);
        String epoch = server.epoch("back");
        try (Reader reader = open("/v1/rooms/back/events?mode=notify", "Last-Event-ID: " + epoch + ":2")) {
            reader.hello();
            assertThat(told(reader, "back")).isEqualTo(5);
            assertThat(reader.cursor()).isEqualTo(epoch + ":2");
        }
    }

    @Test
    void someRoomsOfAStreamArePushedAndOfOthersItTells() {
        server.room("pushed", "");
        server.room("told", "");
        try (Reader reader = open("/v1/events?rooms=pushed&notify=told")) {
            assertThat(reader.hello().get("rooms").propertyNames()).containsExactlyInAnyOrder("pushed", "told");
            server.publish("told", "{\"data\":1}");
            assertThat(told(reader, "told")).isEqualTo(1);
            server.publish("pushed", "{\"data\":2}");
            assertThat(reader.event().get("room").asString()).isEqualTo("pushed");
        }
        try (Reader reader = open("/v1/events?notify=told")) {
            assertThat(reader.hello().get("rooms").propertyNames()).containsExactly("told");
        }
    }

    @Test
    void aSocketIsToldToo() {
        assumeThat(way).as("what takes sockets").isEqualTo(Way.DOOR);
        server.room("wire", "");
        try (TalkingSocket socket = TalkingSocket.open(server.port(), alice)) {
            String session = socket.next("hello").at("/data/session").asString();
            socket.ask("1", "\"op\":\"subscribe\",\"room\":\"wire\",\"notify\":true");
            server.publish("wire", "{\"data\":1}");
            JsonNode told = socket.next("notify");
            assertThat(told.at("/data/head").asLong()).isEqualTo(1);
            assertThat(told.has("id")).isFalse();
            String epoch = server.epoch("wire");
            page("wire", "after=" + epoch + ":0&min=1&session=" + session);
            server.publish("wire", "{\"data\":2}");
            assertThat(socket.next("notify").at("/data/head").asLong()).isEqualTo(2);
        }
    }

    @Test
    void aTicketOpensNoOtherRoomToBeToldOf() {
        server.room("mine", "");
        server.room("yours", "");
        String ticket = server.ticket(alice, "mine");
        String target = "/v1/events?rooms=mine&notify=yours&ticket=" + ticket;
        try (Reader reader = Reader.send(server.port(), dev.parley.contract.RawStream.get(target))) {
            reader.refusal("forbidden");
        }
    }

    @Test
    void whatContradictsItselfIsRefused() {
        server.room("strict", "");
        for (String path : new String[] {
            "/v1/rooms/strict/events?mode=pull",
            "/v1/rooms/strict/events?mode=notify&notify=other",
            "/v1/events?rooms=strict&notify=strict",
            "/v1/events",
            "/v1/rooms/strict/messages?min=x",
            "/v1/rooms/strict/messages?min=1&waitMs=1000&after=" + server.epoch("strict") + ":0"
        }) {
            HttpResponse<String> answer = rest.get(alice, path).join();
            assertThat(answer.statusCode()).as(path + answer.body()).isEqualTo(400);
        }
    }
}
