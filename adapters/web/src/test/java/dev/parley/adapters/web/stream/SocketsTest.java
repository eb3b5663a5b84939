package dev.parley.adapters.web.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.parley.adapters.web.StreamServer;
import dev.parley.contract.RawStream;
import dev.parley.delivery.Streams;
import dev.parley.usecase.Streaming;
import java.io.IOException;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// What is said over sockets, by a client of the platform's.
@Timeout(120)
class SocketsTest {

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

    private static TalkingSocket open() {
        TalkingSocket socket = TalkingSocket.open(server.port(), alice);
        socket.next("hello");
        return socket;
    }

    @Test
    void helloNamesTheUserAndNoRooms() {
        try (TalkingSocket socket = TalkingSocket.open(server.port(), alice)) {
            JsonNode hello = socket.next("hello");
            assertThat(hello.has("id")).isFalse();
            assertThat(hello.at("/data/user").asString()).isEqualTo("alice");
            assertThat(hello.at("/data/heartbeatMs").asLong()).isEqualTo(25_000);
            assertThat(hello.at("/data/rooms").isEmpty()).isTrue();
        }
    }

    @Test
    void aRoomIsSubscribedToAndItsEventsComeAsTheyDoByRest() {
        server.room("ws", "");
        server.fill("ws", 2);
        String epoch = server.epoch("ws");
        try (TalkingSocket socket = open()) {
            JsonNode ack = socket.ask("1", "\"op\":\"subscribe\",\"room\":\"ws\"");
            assertThat(ack.get("event").asString()).isEqualTo("ack");
            assertThat(ack.get("data").toString())
                    .isEqualTo("{\"room\":\"ws\",\"epoch\":\"" + epoch + "\",\"head\":2,\"resume\":\"fresh\"}");
            socket.next("caught-up");
            JsonNode published = server.publish("ws", "{\"data\":{\"a\":[1.0,\"é\"]}}");
            JsonNode message = socket.next("message");
            assertThat(message.get("id").asString()).isEqualTo(epoch + ":3");
            assertThat(message.get("data").toString()).isEqualTo(published.toString());
        }
    }

    @Test
    void whoComesBackWithACursorGetsWhatCameMeanwhile() {
        server.room("back", "");
        server.fill("back", 5);
        String epoch = server.epoch("back");
        try (TalkingSocket socket = open()) {
            JsonNode ack = socket.ask("a", "\"op\":\"subscribe\",\"room\":\"back\",\"after\":\"" + epoch + ":2\"");
            assertThat(ack.at("/data/resume").asString()).isEqualTo("resumed");
            for (int seq = 3; seq <= 5; seq++) {
                assertThat(socket.next("message").get("id").asString()).isEqualTo(epoch + ":" + seq);
            }
            assertThat(socket.next("caught-up").at("/data/replayed").asInt()).isEqualTo(3);
        }
    }

    @Test
    void aCursorThatLeadsNowhereIsToldAsAGap() {
        server.room("lost", "");
        server.fill("lost", 1);
        try (TalkingSocket socket = open()) {
            JsonNode ack = socket.ask("1", "\"op\":\"subscribe\",\"room\":\"lost\",\"after\":\"9zzzzzzzz:4\"");
            assertThat(ack.at("/data/resume").asString()).isEqualTo("gap");
            JsonNode gap = socket.next("gap");
            assertThat(gap.at("/data/reason").asString()).isEqualTo("epoch-changed");
            assertThat(gap.get("id").asString()).isEqualTo(server.epoch("lost") + ":1");
        }
    }

    @Test
    void rewindAndTypesAreTheRoomsOwn() {
        server.room("some", "");
        server.publish("some", "{\"data\":1,\"type\":\"note\"}");
        server.publish("some", "{\"data\":2}");
        server.publish("some", "{\"data\":3,\"type\":\"note\"}");
        try (TalkingSocket socket = open()) {
            socket.ask("1", "\"op\":\"subscribe\",\"room\":\"some\",\"rewind\":2,\"types\":\"note\"");
            assertThat(socket.next("message").at("/data/seq").asInt()).isEqualTo(1);
            assertThat(socket.next("message").at("/data/seq").asInt()).isEqualTo(3);
            socket.next("caught-up");
        }
    }

    @Test
    void whatIsPublishedIsAcknowledgedOnceItIsInTheLogAndARepeatIsKnown() {
        server.room("say", "");
        try (TalkingSocket socket = open()) {
            String op = "\"op\":\"publish\",\"room\":\"say\",\"data\":{\"b\": 1},\"clientMsgId\":\"m-1\"";
            JsonNode ack = socket.ask("1", op);
            assertThat(ack.get("event").asString()).isEqualTo("ack");
            assertThat(ack.at("/data/seq").asInt()).isEqualTo(1);
            assertThat(ack.at("/data/data").toString()).isEqualTo("{\"b\":1}");
            assertThat(ack.at("/data").has("duplicate")).isFalse();
            assertThat(socket.ask("2", op).at("/data/duplicate").asBoolean()).isTrue();
            assertThat(server.head("say")).isEqualTo(1);
        }
    }

    @Test
    void manyAtOnceAreAllAnswered() {
        server.room("many", "");
        try (TalkingSocket socket = open()) {
            for (int i = 1; i <= 500; i++) {
                socket.say("{\"op\":\"publish\",\"ref\":\"" + i + "\",\"room\":\"many\",\"data\":" + i + "}");
            }
            List<String> answered = new ArrayList<>();
            for (int i = 1; i <= 500; i++) {
                answered.add(socket.next("ack").get("ref").asString());
            }
            assertThat(answered).doesNotHaveDuplicates().hasSize(500);
            assertThat(server.head("many")).isEqualTo(500);
        }
    }

    @Test
    void aRoomThatIsLeftIsQuietAndTheOthersGoOn() {
        server.room("one", "");
        server.room("two", "");
        try (TalkingSocket socket = open()) {
            socket.ask("1", "\"op\":\"subscribe\",\"room\":\"one\"");
            socket.next("caught-up");
            socket.ask("2", "\"op\":\"subscribe\",\"room\":\"two\"");
            socket.next("caught-up");
            assertThat(socket.ask("3", "\"op\":\"unsubscribe\",\"room\":\"one\"")
                            .at("/data/room")
                            .asString())
                    .isEqualTo("one");
            server.publish("one", "{\"data\":1}");
            server.publish("two", "{\"data\":2}");
            assertThat(socket.next("message").at("/data/room").asString()).isEqualTo("two");
        }
    }

    @Test
    void aRoomThatIsDestroyedIsToldAndTheSocketStays() {
        server.room("gone", "");
        try (TalkingSocket socket = open()) {
            socket.ask("1", "\"op\":\"subscribe\",\"room\":\"gone\"");
            socket.next("caught-up");
            server.destroy("gone");
            assertThat(socket.next("message").at("/data/type").asString()).isEqualTo("room.destroyed");
            assertThat(socket.next("closed").at("/data/reason").asString()).isEqualTo("destroyed");
            assertThat(socket.ask("2", "\"op\":\"ping\"").get("event").asString())
                    .isEqualTo("ack");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "'op':'fly'|invalid-body",
                "'op':'subscribe'|invalid-body",
                "'op':'subscribe','room':'a b'|invalid-id",
                "'op':'subscribe','room':'nowhere-at-all','after':'5aaaaaaaa:1'|room-not-found",
                "'op':'subscribe','room':'ws2','types':'A B'|invalid-parameter",
                "'op':'subscribe','room':'ws2','colour':1|invalid-body",
                "'op':'publish','room':'ws2'|invalid-body",
                "'op':'publish','room':'ws2','data':1,'ttlMs':-1|invalid-body",
                "'op':'publish','room':'ws2','data':1,'key':''|invalid-id",
                "'op':'receipt','room':'ws2'|not-supported",
                "'op':'token'|invalid-body",
                "'op':'token','token':'x'|invalid-token",
            })
    void whatIsWrongIsAnsweredWithItsProblemAndTheSocketStays(String op, String code) {
        server.room("ws2", "");
        try (TalkingSocket socket = open()) {
            JsonNode answer = socket.ask("r1", op.replace('\'', '"'));
            assertThat(answer.get("event").asString()).isEqualTo("problem");
            assertThat(answer.at("/data/code").asString()).as(answer.toString()).isEqualTo(code);
            assertThat(answer.at("/data/type").asString()).endsWith("/problems/" + code);
            assertThat(socket.ask("r2", "\"op\":\"ping\"").get("event").asString())
                    .isEqualTo("ack");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {"hello", "[1]", "{}", "{'op':1}", "{'op':'ping'", "{'op':'ping','op':'ping'}"})
    void whatIsNoOpEndsTheConnection(String text) {
        try (TalkingSocket socket = open()) {
            socket.say(text.replace('\'', '"'));
            assertThat(socket.next("problem").at("/data/code").asString()).isEqualTo("invalid-body");
            assertThat(socket.ended()).isEqualTo(new TalkingSocket.End(4503, "protocol-error"));
        }
    }

    @Test
    void binaryAndTooMuchHaveTheCodesOfTheStandard() {
        try (TalkingSocket socket = open()) {
            socket.raw().sendBinary(ByteBuffer.allocate(4), true).join();
            assertThat(socket.ended().code()).isEqualTo(1003);
        }
        try (TalkingSocket socket = open()) {
            socket.say("{\"op\":\"ping\",\"ref\":\"" + "x".repeat(70_000) + "\"}");
            assertThat(socket.ended().code()).isEqualTo(1009);
        }
    }

    @Test
    void aMessageInFragmentsIsOneMessage() {
        try (TalkingSocket socket = open()) {
            socket.raw().sendText("{\"op\":\"pi", false).join();
            socket.raw().sendPing(ByteBuffer.wrap(new byte[] {1, 2, 3})).join();
            socket.raw().sendText("ng\",\"re", false).join();
            socket.raw().sendText("f\":\"ü\"}", true).join();
            assertThat(socket.next("ack").get("ref").asString()).isEqualTo("ü");
        }
    }

    @Test
    void aClientThatClosesGetsItsCodeBack() {
        try (TalkingSocket socket = open()) {
            socket.raw().sendClose(1000, "bye").join();
            assertThat(socket.ended().code()).isEqualTo(1000);
        }
    }

    @Test
    void credentialsMayBeTheFirstOp() {
        server.room("late", "");
        try (TalkingSocket socket = TalkingSocket.openAt(server.port(), "/v1/socket")) {
            assertThat(socket.ask("0", "\"op\":\"subscribe\",\"room\":\"late\"")
                            .at("/data/code")
                            .asString())
                    .isEqualTo("unauthenticated");
            socket.say("{\"op\":\"token\",\"ref\":\"1\",\"token\":\"" + alice + "\"}");
            assertThat(socket.next("hello").at("/data/user").asString()).isEqualTo("alice");
            assertThat(socket.next("ack").get("ref").asString()).isEqualTo("1");
            assertThat(socket.ask("2", "\"op\":\"subscribe\",\"room\":\"late\"")
                            .get("event")
                            .asString())
                    .isEqualTo("ack");
        }
    }

    @Test
    void whatIsSaidWhileCredentialsAreBeingCheckedIsDoneAfterwards() {
        server.room("early", "");
        String subscribe = "{\"op\":\"subscribe\",\"ref\":\"2\",\"room\":\"early\"}";
        for (int i = 0; i < 20; i++) {
            try (TalkingSocket socket = TalkingSocket.open(server.port(), alice);
                    TalkingSocket later = TalkingSocket.openAt(server.port(), "/v1/socket")) {
                socket.say(subscribe);
                later.say("{\"op\":\"token\",\"ref\":\"1\",\"token\":\"" + alice + "\"}");
                later.say(subscribe);
                assertThat(answers(socket, 1)).containsExactly("2 ack");
                assertThat(answers(later, 2)).containsExactlyInAnyOrder("1 ack", "2 ack");
            }
        }
    }

    private static List<String> answers(TalkingSocket socket, int count) {
        var answers = new ArrayList<String>();
        while (answers.size() < count) {
            JsonNode frame = socket.next();
            if (frame.has("ref")) {
                answers.add(
                        frame.get("ref").asString() + " " + frame.get("event").asString());
            }
        }
        return answers;
    }

    @Test
    void ofTwoTokensAtOnceOneMakesTheStream() {
        // Those of the tests before may still be ending.
        await().untilAsserted(
                        () -> assertThat(server.bean(Streams.class).size()).isZero());
        try (TalkingSocket socket = TalkingSocket.openAt(server.port(), "/v1/socket")) {
            String op = "{\"op\":\"token\",\"ref\":\"%s\",\"token\":\"" + alice + "\"}";
            for (int i = 1; i <= 5; i++) {
                socket.say(op.formatted(i));
            }
            var events = new ArrayList<String>();
            for (int i = 0; i < 6; i++) {
                events.add(socket.next().get("event").asString());
            }
            assertThat(events).containsOnlyOnce("hello");
            assertThat(server.bean(Streams.class).size()).isOne();
        }
        await().untilAsserted(
                        () -> assertThat(server.bean(Streams.class).size()).isZero());
    }

    @Test
    void whatIsSaidAboutARoomHappensInTheOrderInWhichItIsSaid() {
        server.room("order", "");
        server.fill("order", 600);
        String epoch = server.epoch("order");
        try (TalkingSocket socket = open()) {
            socket.say("{\"op\":\"subscribe\",\"ref\":\"1\",\"room\":\"order\",\"after\":\"" + epoch + ":1\"}");
            socket.say("{\"op\":\"unsubscribe\",\"ref\":\"2\",\"room\":\"order\"}");
            socket.say("{\"op\":\"subscribe\",\"ref\":\"3\",\"room\":\"order\"}");
            var refs = new ArrayList<String>();
            JsonNode frame = socket.next();
            while (!frame.get("event").asString().equals("caught-up")) {
                if (frame.has("ref")) {
                    refs.add(frame.get("ref").asString());
                }
                frame = socket.next();
            }
            assertThat(refs).containsExactly("1", "2", "3");
            server.publish("order", "{\"data\":1}");
            assertThat(socket.next("message").at("/data/seq").asInt()).isEqualTo(601);
        }
    }

    @Test
    void whoShowsNoneInTimeIsClosed() {
        try (TalkingSocket socket = TalkingSocket.openAt(server.port(), "/v1/socket")) {
            assertThat(socket.ended()).isEqualTo(new TalkingSocket.End(4504, "unauthenticated"));
        }
    }

    @Test
    void badCredentialsAsTheFirstOpEndIt() {
        try (TalkingSocket socket = TalkingSocket.openAt(server.port(), "/v1/socket")) {
            JsonNode answer = socket.ask("1", "\"op\":\"token\",\"token\":\"nonsense\"");
            assertThat(answer.at("/data/code").asString()).isEqualTo("invalid-token");
            assertThat(socket.ended().code()).isEqualTo(4504);
        }
    }

    @Test
    void badCredentialsInTheRequestAreRefusedBeforeTheHandshake() {
        assertThatThrownBy(() -> TalkingSocket.open(server.port(), "nonsense"))
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        WebSocketHandshakeException.class,
                        thrown -> assertThat(thrown.getResponse().statusCode()).isEqualTo(401));
    }

    @Test
    void aTicketOpensItsRoomsAndNoOthers() {
        server.room("mine", "");
        server.room("other", "");
        String ticket = server.ticket(alice, "mine");
        try (TalkingSocket socket = TalkingSocket.openAt(server.port(), "/v1/socket?ticket=" + ticket)) {
            socket.next("hello");
            assertThat(socket.ask("1", "\"op\":\"subscribe\",\"room\":\"mine\"")
                            .get("event")
                            .asString())
                    .isEqualTo("ack");
            socket.next("caught-up");
            assertThat(socket.ask("2", "\"op\":\"subscribe\",\"room\":\"other\"")
                            .at("/data/code")
                            .asString())
                    .isEqualTo("forbidden");
        }
    }

    @Test
    void theSameTicketAgainReplacesTheOlderConnection() {
        server.room("twice", "");
        String ticket = server.ticket(alice, "twice");
        try (TalkingSocket older = TalkingSocket.openAt(server.port(), "/v1/socket?ticket=" + ticket)) {
            older.next("hello");
            try (TalkingSocket newer = TalkingSocket.openAt(server.port(), "/v1/socket?ticket=" + ticket)) {
                newer.next("hello");
                assertThat(older.ended()).isEqualTo(new TalkingSocket.End(4502, "session-replaced"));
                assertThat(newer.ask("1", "\"op\":\"ping\"").get("event").asString())
                        .isEqualTo("ack");
            }
        }
    }

    @Test
    void aTokenOfSomebodyElseEndsIt() {
        try (TalkingSocket socket = open()) {
            JsonNode answer = socket.ask("1", "\"op\":\"token\",\"token\":\"" + server.token("bob") + "\"");
            assertThat(answer.at("/data/code").asString()).isEqualTo("invalid-token");
            assertThat(socket.ended()).isEqualTo(new TalkingSocket.End(4505, "other-user"));
        }
    }

    @Test
    void aNewTokenThatOpensLessClosesTheRest() {
        server.room("kept", "");
        server.room("taken", "");
        try (TalkingSocket socket = open()) {
            socket.ask("1", "\"op\":\"subscribe\",\"room\":\"kept\"");
            socket.next("caught-up");
            socket.ask("2", "\"op\":\"subscribe\",\"room\":\"taken\"");
            socket.next("caught-up");
            socket.say("{\"op\":\"token\",\"ref\":\"3\",\"token\":\"" + server.reader("alice", "kept") + "\"}");
            Map<String, JsonNode> answers = new HashMap<>();
            for (int i = 0; i < 2; i++) {
                JsonNode frame = socket.next();
                answers.put(frame.get("event").asString(), frame);
            }
            assertThat(answers).containsOnlyKeys("ack", "closed");
            assertThat(answers.get("closed").at("/data/room").asString()).isEqualTo("taken");
        }
    }

    @Test
    void aPlainRequestIsToldThatWebSocketIsSpokenHere() throws IOException {
        try (RawStream plain = RawStream.open(
                server.port(), "GET /v1/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")) {
            assertThat(plain.statusLine()).contains(" 426 ");
            assertThat(plain.headers())
                    .containsEntry("upgrade", "websocket")
                    .containsEntry("sec-websocket-version", "13");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "Sec-WebSocket-Version: 8, 426",
        "Origin: https://evil.example, 403",
        "Sec-WebSocket-Protocol: mqtt, 400",
        "Sec-WebSocket-Key: c2hvcnQ=, 400"
    })
    void aHandshakeThatIsNotRightIsRefused(String header, int status) throws IOException {
        var headers = new LinkedHashMap<String, String>();
        headers.put("Host", "127.0.0.1");
        headers.put("Upgrade", "websocket");
        headers.put("Connection", "keep-alive, Upgrade");
        headers.put("Sec-WebSocket-Version", "13");
        headers.put("Sec-WebSocket-Key", "AAAAAAAAAAAAAAAAAAAAAA==");
        String[] named = header.split(": ", 2);
        headers.put(named[0], named[1]);
        var request = new StringBuilder("GET /v1/socket HTTP/1.1\r\n");
        headers.forEach(
                (name, value) -> request.append(name).append(": ").append(value).append("\r\n"));
        try (RawStream plain = RawStream.open(server.port(), request + "\r\n")) {
            assertThat(plain.statusLine()).contains(" " + status + " ");
        }
    }

    /// Whatever credentials come with it: a browser may have added them.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://evil.example",
                "null",
                "http://app.example",
                "https://app.example:8443",
                "https://app.example.evil.example",
                "https://APP.example",
                "https://app.example https://app.example"
            })
    void aForeignPageGetsNoSocket(String origin) throws IOException {
        try (StreamServer listed = StreamServer.start("parley.cors.origins=https://app.example")) {
            String bearer = "Authorization: Bearer " + listed.token("alice");
            String ticket = "/v1/socket?ticket=" + listed.ticket(listed.token("alice"), "page");
            assertThat(handshake(listed, "/v1/socket", bearer, "Origin: " + origin))
                    .contains(" 403 ");
            assertThat(handshake(listed, ticket, "Origin: " + origin)).contains(" 403 ");
            assertThat(handshake(listed, ticket, "Origin: https://app.example")).contains(" 101 ");
            assertThat(handshake(listed, "/v1/socket", bearer)).contains(" 101 ");
        }
    }

    @Test
    void throughWebFluxThereIsNone() throws IOException {
        try (StreamServer webflux = Way.WEBFLUX.start()) {
            assertThat(handshake(webflux, "/v1/socket", "Authorization: Bearer " + webflux.token("alice")))
                    .contains(" 400 ");
        }
    }

    private static String handshake(StreamServer at, String path, String... headers) throws IOException {
        try (RawStream answer = RawStream.open(at.port(), RawStream.upgrade(path, headers))) {
            return answer.statusLine();
        }
    }

    @Test
    void aServerThatStopsSendsItsSocketsAway() {
        try (StreamServer stopping = StreamServer.start();
                TalkingSocket socket = TalkingSocket.open(stopping.port(), stopping.token("alice"))) {
            socket.next("hello");
            stopping.bean(Streaming.class).drain(Duration.ofMillis(100), () -> {});
            assertThat(socket.next("reconnect").at("/data/reason").asString()).isEqualTo("draining");
            assertThat(socket.ended()).isEqualTo(new TalkingSocket.End(4000, "reconnect"));
            try (TalkingSocket late = TalkingSocket.open(stopping.port(), stopping.token("alice"))) {
                assertThat(late.ended().code()).isEqualTo(4000);
            }
        }
    }

    @Test
    void signalsAreAskedForRoomByRoom() {
        server.room("asked", "");
        server.room("unasked", "");
        String bob = server.token("bob");
        try (TalkingSocket socket = open()) {
            socket.ask("1", "\"op\":\"subscribe\",\"room\":\"unasked\"");
            socket.next("caught-up");
            socket.ask("2", "\"op\":\"subscribe\",\"room\":\"asked\",\"presence\":true,\"occupancy\":1");
            socket.next("caught-up");
            JsonNode first = socket.next();
            assertThat(first.at("/data/room").asString()).isEqualTo("asked");
            assertThat(first.has("id")).isFalse();
            try (TalkingSocket other = TalkingSocket.open(server.port(), bob)) {
                other.next("hello");
                other.ask("1", "\"op\":\"subscribe\",\"room\":\"unasked\"");
                other.next("caught-up");
                other.ask("2", "\"op\":\"subscribe\",\"room\":\"asked\"");
                JsonNode frame = first;
                while (!frame.at("/data/joins/0/user").asString("").equals("bob")) {
                    frame = socket.next();
                    assertThat(frame.at("/data/room").asString()).isEqualTo("asked");
                }
            }
        }
    }
}
