package dev.parley.adapters.web.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.parley.adapters.web.StreamServer;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// Signals over the wire.
@ParameterizedClass
@EnumSource(Way.class)
@Timeout(120)
class SignalsTest {

    @Parameter
    private Way way;

    private static StreamServer server;
    private static Rest rest;
    private static String alice;
    private static String bob;

    @BeforeParameterizedClassInvocation
    static void start(Way way) {
        server = way.start("test.heartbeat=60000");
        rest = new Rest(server.port());
        alice = server.token("alice");
        bob = server.token("bob");
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        server.close();
    }

    private static Reader open(String token, String path) {
        Reader reader = Reader.open(server.port(), token, path);
        reader.hello();
        return reader;
    }

    private static HttpResponse<String> signal(String token, String path, String body) {
        return rest.post(token, "/v1/" + path + "/signals", body);
    }

    private static void taken(String token, String path, String body) {
        HttpResponse<String> answer = signal(token, path, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
        assertThat(answer.body()).isEqualTo("{}");
    }

    private static void refused(String token, String path, String body, int status, String code) {
        HttpResponse<String> answer = signal(token, path, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(Rest.json(answer).get("code").asString()).isEqualTo(code);
    }

    private static JsonNode told(Reader reader) {
        var message = reader.next("signal");
        assertThat(message.id()).as("no id").isNull();
        return Reader.json(message);
    }

    @Test
    void aSignalComesToStreamsOfOneRoomAndOfSeveral() {
        server.room("wave", "");
        server.room("calm", "");
        try (Reader one = open(alice, "/v1/rooms/wave/events");
                Reader several = open(alice, "/v1/events?rooms=calm,wave");
                Reader elsewhere = open(alice, "/v1/rooms/calm/events")) {
            String token = server.token("carol");

            taken(token, "rooms/wave", "{\"type\":\"typing\", \"data\" : {\"to\": \"al\\u0069ce\"}, \"ttlMs\":3000}");

            JsonNode told = told(one);
            assertThat(told.propertyNames()).containsExactly("room", "type", "sender", "data", "ttlMs");
            assertThat(told.toString())
                    .isEqualTo(
                            "{\"room\":\"wave\",\"type\":\"typing\",\"sender\":\"carol\",\"data\":{\"to\":\"alice\"},"
                                    + "\"ttlMs\":3000}");
            assertThat(one.raw().bodyText()).contains("\"data\":{\"to\":\"al\\u0069ce\"}");
            assertThat(told(several)).isEqualTo(told);
            assertThat(elsewhere.quietFor(Duration.ofMillis(300))).isTrue();
        }
    }

    @Test
    void heartsOfManyAddUpAtEveryViewer() {
        server.room("hearts", "");
        try (Reader first = open(alice, "/v1/rooms/hearts/events");
                Reader second = open(bob, "/v1/events?rooms=hearts")) {
            int sent = 0;
            for (int i = 0; i < 60; i++) {
                taken(
                        server.token("fan" + i),
                        "rooms/hearts",
                        "{\"type\":\"heart\",\"data\":{\"n\":" + (i % 7 + 1) + "},\"merge\":\"sum\"}");
                sent += i % 7 + 1;
            }

            assertThat(sum(first, sent)).isEqualTo(sent);
            assertThat(sum(second, sent)).isEqualTo(sent);
        }
    }

    private static long sum(Reader reader, long until) {
        long sum = 0;
        while (sum < until) {
            JsonNode told = told(reader);
            assertThat(told.get("data").propertyNames()).containsExactly("n");
            sum += told.at("/data/n").asLong();
        }
        return sum;
    }

    @Test
    void aSocketHearsAndSignalsToo() {
        assumeThat(way).as("what takes sockets").isEqualTo(Way.DOOR);
        server.room("sockets", "");
        try (Reader reader = open(alice, "/v1/rooms/sockets/events");
                TalkingSocket socket = TalkingSocket.open(server.port(), bob)) {
            socket.next("hello");
            JsonNode ack = socket.ask("1", "\"op\":\"signal\",\"room\":\"sockets\",\"type\":\"typing\"");
            assertThat(ack.get("event").asString()).isEqualTo("ack");
            assertThat(ack.get("data").isEmpty()).isTrue();
            assertThat(told(reader).get("sender").asString()).isEqualTo("bob");

            socket.ask("s", "\"op\":\"subscribe\",\"room\":\"sockets\"");
            socket.next("caught-up");
            taken(server.token("carol"), "rooms/sockets", "{\"type\":\"typing\"}");
            JsonNode frame = socket.next("signal");
            assertThat(frame.get("data")).isEqualTo(told(reader));
            assertThat(frame.has("id")).isFalse();

            JsonNode problem = socket.ask("2", "\"op\":\"signal\",\"room\":\"sockets\",\"type\":\"room.gone\"");
            assertThat(problem.at("/data/code").asString()).isEqualTo("invalid-id");
            problem = socket.ask("3", "\"op\":\"signal\",\"type\":\"typing\"");
            assertThat(problem.at("/data/code").asString()).isEqualTo("invalid-body");
        }
    }

    @Test
    void aUsersSignalComesToAllOfHisSessions() {
        server.room("here", "");
        server.room("there", "");
        try (Reader one = open(alice, "/v1/rooms/here/events");
                Reader two = open(alice, "/v1/rooms/there/events");
                Reader other = open(bob, "/v1/rooms/here/events")) {
            taken(server.admin(), "users/alice", "{\"type\":\"call\",\"data\":{\"from\":\"bob\"},\"ttlMs\":30000}");

            JsonNode told = told(one);
            assertThat(told.has("room")).isFalse();
            assertThat(told.at("/data/from").asString()).isEqualTo("bob");
            assertThat(told(two)).isEqualTo(told);
            assertThat(other.quietFor(Duration.ofMillis(300))).isTrue();
        }
        refused(alice, "users/bob", "{\"type\":\"call\"}", 403, "forbidden");
    }

    @Test
    void aSenderHasHisShareAndIsToldWhenToComeAgain() {
        server.room("full", "");
        String dora = server.token("dora");
        List<HttpResponse<String>> answers = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            answers.add(signal(dora, "rooms/full", "{\"type\":\"typing\"}"));
        }

        assertThat(answers.subList(0, 5)).allMatch(answer -> answer.statusCode() == 202);
        HttpResponse<String> refusal = answers.stream()
                .filter(answer -> answer.statusCode() == 429)
                .findFirst()
                .orElseThrow();
        JsonNode problem = Rest.json(refusal);
        assertThat(problem.get("code").asString()).isEqualTo("signal-quota");
        assertThat(problem.get("reason").asString()).isEqualTo("sender");
        assertThat(problem.get("retryAfterMs").asLong()).isBetween(1L, 200L);
        assertThat(refusal.headers().firstValue("Retry-After")).contains("1");
    }

    @Test
    void whatIsNoSignalIsRefused() {
        server.room("strict", "");
        String erin = server.token("erin");
        String room = "rooms/strict";
        refused(erin, room, "{}", 400, "invalid-body");
        refused(erin, room, "{\"type\":\"typing\",\"merge\":\"all\"}", 400, "invalid-body");
        refused(erin, room, "{\"type\":\"typing\",\"ttlMs\":0}", 400, "invalid-body");
        refused(erin, room, "{\"type\":\"typing\",\"ttlMs\":60001}", 400, "invalid-body");
        refused(erin, room, "{\"type\":\"typing\",\"tier\":\"low\"}", 400, "invalid-body");
        refused(erin, room, "{\"type\":\"room.updated\"}", 400, "invalid-id");
        refused(erin, room, "{\"type\":\"Typing\"}", 400, "invalid-id");
        for (String data : List.of("{}", "{\"n\":1.5}", "{\"n\":1,\"m\":1}", "{\"n\":1000001}", "7", "{\"n\":\"1\"}")) {
            refused(erin, room, "{\"type\":\"heart\",\"merge\":\"sum\",\"data\":" + data + "}", 400, "invalid-body");
        }
        String long1 = "{\"type\":\"typing\",\"data\":\"" + "x".repeat(1023) + "\"}";
        refused(erin, room, long1, 413, "payload-too-large");
        refused(server.reader("frank", "strict"), room, "{\"type\":\"typing\"}", 403, "forbidden");
        refused(erin, room, "{\"type\":\"typing\",\"sender\":\"bob\"}", 403, "sender-not-allowed");
        refused(erin, "rooms/nowhere", "{\"type\":\"typing\"}", 404, "room-not-found");
        server.room("frozen", "\"frozen\":true");
        refused(erin, "rooms/frozen", "{\"type\":\"typing\"}", 403, "forbidden");
    }
}
